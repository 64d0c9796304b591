-- Whoever appears in a post besides its producer: a record of their own, their consent, its review, and the posts they are declared in.

CREATE TABLE performers (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  stage_name text NOT NULL CHECK (length(stage_name) BETWEEN 1 AND 80),
  -- Legal name, CPF, birth date and e-mail; null once the record came to nothing.
  sealed bytea,
  document_hash bytea NOT NULL,
  consent text NOT NULL DEFAULT 'asked' CHECK (consent IN ('asked', 'given', 'refused', 'withdrawn')),
  answered_at timestamptz,
  review text NOT NULL DEFAULT 'waiting' CHECK (review IN ('waiting', 'approved', 'rejected', 'revoked')),
  reviewed_by uuid REFERENCES profiles (id),
  reviewed_at timestamptz,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  token_hash bytea UNIQUE,
  -- Null: as long as the consent stands, because a way to withdraw must not run out.
  token_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT performers_answered CHECK ((consent = 'asked') = (answered_at IS NULL)),
  CONSTRAINT performers_reviewed CHECK ((review = 'waiting') = (reviewed_at IS NULL) AND (review = 'waiting') = (reviewed_by IS NULL))
);
-- One living record of a person with a producer.
CREATE UNIQUE INDEX performers_once ON performers (producer_id, document_hash) WHERE consent IN ('asked', 'given') AND review <> 'rejected';
CREATE INDEX performers_of ON performers (producer_id, created_at DESC, id DESC);
CREATE INDEX performers_queue ON performers (review, answered_at, id) WHERE consent = 'given';

-- What the person said and when; kept as long as the record is.
CREATE TABLE performer_answers (
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performers (id) ON DELETE CASCADE,
  answer text NOT NULL CHECK (answer IN ('given', 'refused', 'withdrawn')),
  answered_at timestamptz NOT NULL
);
CREATE INDEX performer_answers_of ON performer_answers (performer_id, answered_at);

-- Who is in a post as it is declared now.
CREATE TABLE post_performers (
  post_id uuid NOT NULL REFERENCES posts (id),
  performer_id uuid NOT NULL REFERENCES performers (id),
  PRIMARY KEY (post_id, performer_id)
);
CREATE INDEX post_performers_in ON post_performers (performer_id);

-- Every declaration of who is in a post, by whom and when; none: its producer alone.
CREATE TABLE post_declarations (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id),
  declared_by uuid NOT NULL REFERENCES profiles (id),
  performer_ids uuid[] NOT NULL,
  declared_at timestamptz NOT NULL
);
CREATE INDEX post_declarations_of ON post_declarations (post_id, declared_at);

-- Out of everybody's sight but its owner's, buyers' too, because somebody in it no longer consents.
ALTER TABLE posts ADD COLUMN withheld_at timestamptz;
