-- What a person deletes or changes while a legal hold is on it: the row as it was. No viewer is shown it, and the release of the hold deletes it.
CREATE TABLE held_copies (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- The row that was deleted or changed.
  subject_id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  content jsonb NOT NULL
);
CREATE INDEX held_copies_of ON held_copies (owner_id);
CREATE INDEX held_copies_of_subject ON held_copies (subject_id);

-- When its owner deleted a recording that a legal hold keeps: they see it no more, and it goes after the release.
ALTER TABLE live_recordings ADD COLUMN discarded_at timestamptz;
