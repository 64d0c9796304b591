-- Who subscribes to whom: one row per pair, one row per period that was paid for, and nothing else to keep in step.

CREATE TABLE subscriptions (
  id uuid PRIMARY KEY,
  fan_id uuid NOT NULL REFERENCES profiles (id),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  -- The most that a renewal may take: the monthly price the fan agreed to.
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  -- Months are counted from here in São Paulo's calendar: 31 Jan, 28 Feb, 31 Mar.
  anchor_at timestamptz NOT NULL,
  months_paid integer NOT NULL DEFAULT 0 CHECK (months_paid >= 0),
  paid_until timestamptz NOT NULL,
  -- Null: it does not renew.
  renew_at timestamptz,
  failed_attempts integer NOT NULL DEFAULT 0,
  -- Null: there is nothing to remind of, or it was done.
  remind_at timestamptz,
  -- Why it stopped renewing: fan, planEnded, priceRose, unpaid.
  stop_reason text CHECK (stop_reason IN ('fan', 'planEnded', 'priceRose', 'unpaid')),
  created_at timestamptz NOT NULL,
  UNIQUE (fan_id, producer_id),
  CHECK (fan_id <> producer_id),
  CHECK (remind_at IS NULL OR renew_at IS NOT NULL)
);
CREATE INDEX subscriptions_to_renew ON subscriptions (renew_at, id) WHERE renew_at IS NOT NULL;
CREATE INDEX subscriptions_to_remind ON subscriptions (remind_at, id) WHERE remind_at IS NOT NULL;
CREATE INDEX subscriptions_of_producer ON subscriptions (producer_id, paid_until DESC);
CREATE INDEX subscriptions_of_fan ON subscriptions (fan_id, paid_until DESC, id DESC);

CREATE TABLE subscription_periods (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES subscriptions (id),
  during tstzrange NOT NULL CHECK (NOT isempty(during)),
  months integer NOT NULL CHECK (months > 0),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  promotion_id uuid REFERENCES tier_promotions (id),
  transfer_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  -- No time is paid for twice, whatever the code does.
  CONSTRAINT subscription_periods_once EXCLUDE USING gist (subscription_id WITH =, during WITH &&)
);
