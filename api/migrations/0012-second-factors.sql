-- What somebody has besides a password: an app that makes codes, codes on paper, passkeys. And when a session last proved it.

CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  -- In force from the first right code on.
  confirmed_at timestamptz,
  -- Time step of the last code that was used: each works once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256; used ones are deleted.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  -- Credential id, base64url.
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- When the person behind a session last proved who they are, and whether by a second factor. Null since before this was kept.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz, ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
