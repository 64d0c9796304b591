-- A card that was encrypted to a key which one process handed out can be opened by any other. The private halves are sealed by the vaults,
-- with a secret of the installation that is itself sealed by DATA_KEY. Keys live for ten minutes.
CREATE TABLE card_keys (
  kid uuid PRIMARY KEY,
  jwk jsonb NOT NULL,
  sealed text NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE INDEX card_keys_newest ON card_keys (made_at DESC, kid);

-- What was encrypted once is good for one charge only, at whichever process it comes in.
CREATE TABLE card_uses (
  fingerprint bytea PRIMARY KEY,
  kid uuid NOT NULL REFERENCES card_keys (kid) ON DELETE CASCADE,
  reference text NOT NULL
);
CREATE INDEX card_uses_of_key ON card_uses (kid);
