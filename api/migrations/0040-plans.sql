-- What producers sell by the month: one plan each, its price, bundles of months, and promotions with their seats.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE tiers (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  -- Names the price in force: it changes with the price.
  price_id uuid NOT NULL UNIQUE,
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX tiers_in_force ON tiers (producer_id) WHERE deleted_at IS NULL;
-- Also answers whether a profile has ever opened a plan.
CREATE INDEX tiers_of_producer ON tiers (producer_id, deleted_at DESC);

CREATE TABLE tier_bundles (
  id uuid PRIMARY KEY,
  tier_id uuid NOT NULL REFERENCES tiers (id),
  months integer NOT NULL CHECK (months BETWEEN 2 AND 24),
  discount_bps integer NOT NULL CHECK (discount_bps BETWEEN 1 AND 9000),
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX tier_bundles_in_force ON tier_bundles (tier_id, months) WHERE deleted_at IS NULL;

CREATE TABLE tier_promotions (
  id uuid PRIMARY KEY,
  tier_id uuid NOT NULL REFERENCES tiers (id),
  discount_bps integer NOT NULL CHECK (discount_bps BETWEEN 1 AND 9000),
  start_when timestamptz NOT NULL,
  active_days integer NOT NULL CHECK (active_days BETWEEN 1 AND 365),
  ends_at timestamptz NOT NULL CHECK (ends_at > start_when),
  max_users integer NOT NULL CHECK (max_users > 0),
  -- Seats taken. The check is what keeps them from being oversold, whoever counts.
  users integer NOT NULL DEFAULT 0 CHECK (users BETWEEN 0 AND max_users),
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX tier_promotions_of_tier ON tier_promotions (tier_id, start_when) WHERE deleted_at IS NULL;

-- A promotion without codes is open: everybody finds it on the profile.
CREATE TABLE tier_promotion_codes (
  tier_id uuid NOT NULL REFERENCES tiers (id),
  code citext NOT NULL CHECK (code ~ '^[a-z0-9_-]{3,30}$'),
  promotion_id uuid NOT NULL REFERENCES tier_promotions (id),
  PRIMARY KEY (tier_id, code)
);
CREATE INDEX tier_promotion_codes_of_promotion ON tier_promotion_codes (promotion_id);

-- One person, one seat.
CREATE TABLE tier_redemptions (
  promotion_id uuid NOT NULL REFERENCES tier_promotions (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (promotion_id, profile_id)
);
