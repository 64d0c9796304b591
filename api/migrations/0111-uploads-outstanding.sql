-- Permissions to upload that nothing was made of yet: what they may hold in storage counts against their owner, and what was declared is
-- compared with what came. A row goes with its attachment, or with the sweep of its key.

CREATE TABLE uploads (
  key text PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  -- What the owner said it would have, else the most it may have.
  bytes bigint NOT NULL CHECK (bytes > 0),
  declared boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploads_of ON uploads (owner_id);
