-- Requests of people who are depicted, with or without an account. The link of the email proves the address and shows the state, and so do the
-- reference and the address.
CREATE TABLE removal_requests (
  id uuid PRIMARY KEY,
  reference text NOT NULL UNIQUE,
  token_hash bytea NOT NULL UNIQUE,
  -- Name, email address, language and text.
  sealed bytea,
  ground text NOT NULL CHECK (ground IN ('intimateImage', 'minor', 'consentWithdrawn', 'generated')),
  by_representative boolean NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  due_at timestamptz,
  searched_at timestamptz,
  reminders smallint NOT NULL DEFAULT 0,
  decided_at timestamptz,
  decided_by uuid REFERENCES profiles (id),
  outcome text CHECK (outcome IN ('removed', 'refused')),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  CHECK ((confirmed_at IS NULL) = (due_at IS NULL)),
  CHECK ((decided_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX removal_requests_open ON removal_requests (due_at) WHERE decided_at IS NULL AND confirmed_at IS NOT NULL;
CREATE INDEX removal_requests_unconfirmed ON removal_requests (created_at) WHERE confirmed_at IS NULL;

-- What the person named by links, and the hashes of pictures that they sent, which are not kept.
CREATE TABLE removal_links (
  request_id uuid NOT NULL REFERENCES removal_requests (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  link text NOT NULL CHECK (length(link) <= 500),
  target_kind text CHECK (target_kind IN ('post', 'media')),
  target_id uuid,
  PRIMARY KEY (request_id, position)
);
CREATE TABLE removal_hashes (
  request_id uuid NOT NULL REFERENCES removal_requests (id) ON DELETE CASCADE,
  hash bit(256) NOT NULL,
  PRIMARY KEY (request_id, hash)
);

-- Media that a request is about: named, like a picture that was sent, a copy of one of these, or uploaded later.
CREATE TABLE removal_items (
  request_id uuid NOT NULL REFERENCES removal_requests (id) ON DELETE CASCADE,
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  via text NOT NULL CHECK (via IN ('link', 'picture', 'copy', 'later')),
  distance smallint NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL,
  removed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (request_id, media_id)
);
CREATE INDEX removal_items_of ON removal_items (media_id);
