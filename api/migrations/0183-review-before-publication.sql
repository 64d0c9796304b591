-- Posts and mass messages that wait for a decision before others see them, and what was decided: the
-- log of refusals and strikes of each producer.
CREATE TABLE content_reviews (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('post', 'broadcast')),
  subject_id uuid NOT NULL,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  -- Why it was held.
  cause text NOT NULL CHECK (cause IN ('all', 'newProducer', 'strikes', 'sample')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused')),
  -- Counts changes of the content, so that nobody approves what they have not seen.
  version integer NOT NULL DEFAULT 1,
  reason text,
  note text NOT NULL DEFAULT '',
  strike boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES profiles (id),
  -- A refusal that was taken back: its strike does not count.
  restored_at timestamptz,
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CHECK (state = 'refused' OR NOT strike AND restored_at IS NULL)
);
CREATE UNIQUE INDEX content_reviews_open ON content_reviews (kind, subject_id) WHERE state = 'waiting';
CREATE INDEX content_reviews_queue ON content_reviews (created_at, id) WHERE state = 'waiting';
CREATE INDEX content_reviews_of_subject ON content_reviews (subject_id, created_at DESC);
CREATE INDEX content_reviews_of_producer ON content_reviews (producer_id, created_at DESC, id DESC);

-- Versions of the settings of review, never changed; none: the built-in ones.
CREATE TABLE review_settings (
  version integer PRIMARY KEY,
  settings jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Since when it is held: until a decision approves it, nobody else sees it.
ALTER TABLE posts ADD COLUMN held_at timestamptz;
ALTER TABLE broadcasts ADD COLUMN held_at timestamptz;
