-- Archives of everything the house has of a person, asked for by them: one under way at a time, kept for days.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  bytes bigint,
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  -- When the file goes, and the row with it; null until it is ready.
  expires_at timestamptz,
  CHECK ((state = 'ready') = (ready_at IS NOT NULL AND expires_at IS NOT NULL AND bytes IS NOT NULL))
);
CREATE UNIQUE INDEX data_exports_one_under_way ON data_exports (profile_id) WHERE state = 'queued';
CREATE INDEX data_exports_of_profile ON data_exports (profile_id, requested_at DESC);
CREATE INDEX data_exports_expiry ON data_exports (expires_at) WHERE state = 'ready';
