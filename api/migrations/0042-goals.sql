-- What producers collect for: tips to a goal fill it in the transaction that pays them.
CREATE TABLE goals (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  value_centavos bigint NOT NULL CHECK (value_centavos > 0),
  balance_centavos bigint NOT NULL DEFAULT 0 CHECK (balance_centavos >= 0),
  created_at timestamptz NOT NULL,
  reached_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX goals_of_producer ON goals (producer_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
