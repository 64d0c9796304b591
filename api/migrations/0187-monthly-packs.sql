-- Archives of a month for acquirers and authorities. The file is private; its hash stays here.
CREATE TABLE monthly_packs (
  id uuid PRIMARY KEY,
  month text NOT NULL CHECK (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  bytes bigint,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  CHECK ((state = 'ready') = (ready_at IS NOT NULL AND bytes IS NOT NULL AND sha256 IS NOT NULL))
);

-- A month is made by one job at a time.
CREATE UNIQUE INDEX monthly_packs_queued ON monthly_packs (month) WHERE state = 'queued';
