-- What the team decided about how a media or post was made, each with its reason, so that its owner can read
-- and contest it.
CREATE TABLE ai_decisions (
  id uuid PRIMARY KEY,
  target_kind text NOT NULL CHECK (target_kind IN ('media', 'post')),
  target_id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  -- Null: the decision before was taken back.
  label text CHECK (label IN ('none', 'altered', 'generated')),
  -- What was decided before; null: nothing.
  label_before text CHECK (label_before IN ('none', 'altered', 'generated')),
  reason text NOT NULL,
  decided_by uuid NOT NULL REFERENCES profiles (id),
  decided_at timestamptz NOT NULL,
  -- By a won appeal.
  overturned_at timestamptz
);
CREATE INDEX ai_decisions_of_owner ON ai_decisions (owner_id, decided_at DESC, id DESC);
CREATE INDEX ai_decisions_of_target ON ai_decisions (target_id, decided_at DESC, id DESC);
