-- Where producers' money is paid out to.

CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- The key or account and its holder, sealed with the installation's key.
  sealed bytea NOT NULL,
  -- HMAC of where it leads: the same place twice is one account, and nobody can look a key up.
  destination_hash bytea NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Nothing is sent there before: whoever took an account over has to wait, and the owner has had a letter.
  payable_at timestamptz NOT NULL,
  UNIQUE (profile_id, destination_hash)
);
CREATE UNIQUE INDEX bank_accounts_default ON bank_accounts (profile_id) WHERE is_default;
