-- Days of gateways' statements, each compared with our charges, and what was found to differ.

CREATE TABLE statement_days (
  provider text NOT NULL,
  -- A calendar day in São Paulo.
  day date NOT NULL,
  -- Null until the gateway answered for it.
  matched_at timestamptz,
  -- Payments and returns that the gateway told of, and what the payments sum to.
  lines integer NOT NULL DEFAULT 0 CHECK (lines >= 0),
  received_centavos bigint NOT NULL DEFAULT 0 CHECK (received_centavos >= 0),
  -- Payments that nobody had told us of, credited by the comparison.
  credited integer NOT NULL DEFAULT 0 CHECK (credited >= 0),
  -- Why the last try failed; null when it did not.
  error text,
  PRIMARY KEY (provider, day)
);
CREATE INDEX statement_days_newest ON statement_days (day DESC, provider);

CREATE TABLE statement_differences (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  day date NOT NULL,
  -- unknown: their money without a charge of ours. amount, state: theirs is not ours. missing: ours is not theirs.
  kind text NOT NULL CHECK (kind IN ('unknown', 'amount', 'state', 'missing')),
  -- The gateway's name of the payment or return; the charge's id where it has none.
  ref text NOT NULL,
  charge_id uuid REFERENCES charges (id),
  theirs_centavos bigint,
  ours_centavos bigint,
  -- What our charge was when they were compared last.
  charge_status text,
  found_at timestamptz NOT NULL,
  -- Gone by itself, or closed by an administrator who says why.
  settled_at timestamptz,
  settled_by uuid REFERENCES profiles (id),
  reason text,
  UNIQUE (provider, kind, ref),
  CHECK (settled_by IS NULL OR settled_at IS NOT NULL)
);
CREATE INDEX statement_differences_open ON statement_differences (day DESC, id) WHERE settled_at IS NULL;
