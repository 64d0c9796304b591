-- From which address an account was used and when, for the six months of the Marco Civil (article 15), also after
-- the account was removed. Sessions end and are deleted earlier.
CREATE TABLE access_records (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  session_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  address inet NOT NULL,
  -- Of the first use; null behind a proxy, which has it in its own log.
  port integer CHECK (port BETWEEN 1 AND 65535),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  UNIQUE (session_id, address)
);
CREATE INDEX access_records_old ON access_records (last_at);
CREATE INDEX access_records_of_user ON access_records (user_id, id);
INSERT INTO access_records (session_id, user_id, address, first_at, last_at)
SELECT id, user_id, address, created_at, last_used_at FROM sessions WHERE address IS NOT NULL;
