-- Links in letters: reset the password, confirm an address, change it, remove the account. Each works once.

CREATE TABLE account_links (
  -- SHA-256 of the token in the address; the token itself is in the letter only.
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('resetPassword', 'confirmEmail', 'changeEmail', 'removeAccount')),
  -- The address that the letter went to: what using the link proves.
  email citext NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- A newer letter takes the place of the one before it.
  UNIQUE (user_id, purpose)
);
CREATE INDEX account_links_age ON account_links (expires_at);
