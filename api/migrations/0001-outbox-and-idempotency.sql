-- What every write relies on: events that leave with the transaction, and replies that can be given again.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One row per published event; the relay deletes it once the bus has it.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL,
  -- Profiles whose sockets get it.
  audience uuid[] NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- First reply of a call that carried an Idempotency-Key, given again when the key comes back.
CREATE TABLE idempotency_keys (
  profile_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 128),
  route text NOT NULL,
  -- SHA-256 of the validated request: the same key with another request is refused.
  request_hash bytea NOT NULL,
  reply jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Secrets and settings this installation made for itself (signing keys), so that a restart keeps sessions.
CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);
