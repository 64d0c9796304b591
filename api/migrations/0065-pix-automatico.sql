-- Subscriptions paid straight by Pix: permissions that fans give in their bank, and the charges that belong to one.

CREATE TABLE mandates (
  -- Also the contract's name at the bank, by which a lost answer is found again.
  id uuid PRIMARY KEY,
  fan_id uuid NOT NULL REFERENCES profiles (id),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  provider text NOT NULL,
  -- The bank's reference (idRec); null until it answered.
  provider_ref text,
  status text NOT NULL CHECK (status IN ('created', 'waiting', 'active', 'ended')),
  ended_by text CHECK (ended_by IN ('payer', 'us')),
  -- Of every month after the first; the bank refuses any other amount.
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- The day on which the first of them was to be due, as it was told to the bank.
  starts_on date NOT NULL,
  -- What the fan saw and agreed to: the first price, and the discount that made it.
  wish jsonb NOT NULL,
  -- Name and document for the bank, sealed; null once it is over.
  payer_sealed bytea,
  -- After this instant a permission that no renewing subscription uses is ended at the bank.
  code_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the bank is asked next; null once it is over.
  next_check_at timestamptz,
  CHECK (fan_id <> producer_id)
);
CREATE UNIQUE INDEX mandates_provider_ref ON mandates (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX mandates_to_check ON mandates (next_check_at, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX mandates_of_fan ON mandates (fan_id, created_at DESC);

-- Null: renewals come out of the wallet. Set: they are charged under this permission, and collection_id is the charge that is under way.
ALTER TABLE subscriptions ADD COLUMN mandate_id uuid REFERENCES mandates (id);
ALTER TABLE subscriptions ADD COLUMN collection_id uuid REFERENCES charges (id);
CREATE INDEX subscriptions_by_mandate ON subscriptions (mandate_id) WHERE mandate_id IS NOT NULL;
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_stop_reason_check;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_stop_reason_check CHECK (stop_reason IN ('fan', 'planEnded', 'priceRose', 'unpaid', 'permissionEnded'));

ALTER TABLE charges DROP CONSTRAINT charges_method_check;
ALTER TABLE charges ADD CONSTRAINT charges_method_check CHECK (method IN ('pix', 'card', 'boleto', 'paypal', 'picpay', 'pixAutomatico'));
ALTER TABLE charges ADD COLUMN mandate_id uuid REFERENCES mandates (id);
-- The day of a month that is charged under a permission.
ALTER TABLE charges ADD COLUMN due_on date;
ALTER TABLE charges ADD CONSTRAINT charges_due_check CHECK ((due_on IS NOT NULL) = (method = 'pixAutomatico') AND (due_on IS NULL OR mandate_id IS NOT NULL));
-- No month is asked for twice, whatever the code does.
CREATE UNIQUE INDEX charges_once_a_month ON charges (mandate_id, due_on) WHERE due_on IS NOT NULL;
