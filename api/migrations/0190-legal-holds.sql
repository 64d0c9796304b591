-- Data that may not be erased until an administrator releases it, whoever asks for its erasure: all of an account, a post with its media, or one media.
CREATE TABLE legal_holds (
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL CHECK (subject_kind IN ('account', 'post', 'media')),
  -- The profile, post or media.
  subject_id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  placed_by uuid NOT NULL REFERENCES profiles (id),
  placed_at timestamptz NOT NULL,
  released_by uuid REFERENCES profiles (id),
  released_at timestamptz,
  CHECK ((released_at IS NULL) = (released_by IS NULL))
);
CREATE UNIQUE INDEX legal_holds_in_force ON legal_holds (subject_id, subject_kind) WHERE released_at IS NULL;
CREATE INDEX legal_holds_of ON legal_holds (owner_id, placed_at DESC);

-- Media whose erasure waits: no viewer is served them, and their files stay until nothing holds them.
CREATE TABLE held_erasures (
  media_id uuid PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  held_back_at timestamptz NOT NULL
);
