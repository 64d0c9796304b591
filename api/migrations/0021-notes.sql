-- What people write down about others, for themselves alone.

CREATE TABLE profile_notes (
  writer_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  raw text NOT NULL CHECK (length(raw) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (writer_id, profile_id),
  CHECK (writer_id <> profile_id)
);
CREATE INDEX profile_notes_newest ON profile_notes (writer_id, updated_at DESC, profile_id);
-- Removing an account looks for what was written about it.
CREATE INDEX profile_notes_about ON profile_notes (profile_id);

-- Whom a person follows, newest first.
CREATE INDEX follows_followings ON follows (follower_id, created_at DESC, followee_id);
