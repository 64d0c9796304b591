-- Tries of visitors to prove their age with a provider, the figures that remain of them, and the
-- certificates of wallets' issuers that the operator trusts.

-- Minutes long. Cookie, state and code are hashes, and the secret is sealed.
CREATE TABLE age_tries (
  id uuid PRIMARY KEY,
  cookie_hash bytea NOT NULL UNIQUE,
  state_hash bytea NOT NULL UNIQUE,
  method text NOT NULL,
  place text NOT NULL,
  device text NOT NULL CHECK (device IN ('same', 'other')),
  secret bytea NOT NULL,
  claimed boolean NOT NULL DEFAULT false,
  -- Of an answer that a wallet sent beside the browser.
  outcome text CHECK (outcome IN ('over', 'under', 'refused', 'unavailable')),
  code_hash bytea,
  expires_at timestamptz NOT NULL
);
CREATE INDEX age_tries_expired ON age_tries (expires_at);

-- How often a method was tried in a place on a day, and how it ended. No row is about a person.
CREATE TABLE age_counts (
  day date NOT NULL,
  place text NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (day, place, method, outcome)
);

-- Certificates of issuers, imported by a command after a person compared the fingerprint.
CREATE TABLE age_anchors (
  id uuid PRIMARY KEY,
  -- The document that it vouches for, and no other.
  doc_type text NOT NULL,
  certificate bytea NOT NULL,
  fingerprint text NOT NULL,
  subject text NOT NULL,
  not_after timestamptz NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (doc_type, fingerprint)
);
