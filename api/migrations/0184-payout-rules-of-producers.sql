-- What of a producer's earnings stays for a time, and which cash-outs wait: an amount in question with its reason and its end, a share of recent
-- earnings, a review. Without a row the settings count.
CREATE TABLE payout_rules (
  producer_id uuid PRIMARY KEY REFERENCES profiles (id),
  hold_centavos bigint CHECK (hold_centavos > 0),
  hold_reason text,
  hold_until timestamptz,
  reserve_percent integer CHECK (reserve_percent BETWEEN 0 AND 50),
  review text NOT NULL CHECK (review IN ('usual', 'always', 'never')),
  changed_at timestamptz NOT NULL,
  CHECK ((hold_centavos IS NULL) = (hold_until IS NULL) AND (hold_centavos IS NULL) = (hold_reason IS NULL))
);
