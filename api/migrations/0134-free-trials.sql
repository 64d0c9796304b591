-- Free trials: a promotion that gives days in place of a discount, and time of access that no transfer
-- paid for. At most one trial per fan and creator.
ALTER TABLE tier_promotions ALTER COLUMN discount_bps DROP NOT NULL;
ALTER TABLE tier_promotions ADD COLUMN trial_days integer CHECK (trial_days BETWEEN 1 AND 30);
ALTER TABLE tier_promotions ADD CONSTRAINT tier_promotions_one_kind CHECK ((discount_bps IS NULL) <> (trial_days IS NULL));

ALTER TABLE subscription_periods ALTER COLUMN transfer_id DROP NOT NULL;
ALTER TABLE subscription_periods DROP CONSTRAINT subscription_periods_amount_centavos_check;
ALTER TABLE subscription_periods DROP CONSTRAINT subscription_periods_months_check;
ALTER TABLE subscription_periods ADD CONSTRAINT subscription_periods_paid_or_trial CHECK (
  CASE WHEN transfer_id IS NULL THEN amount_centavos = 0 AND months = 0 ELSE amount_centavos > 0 AND months > 0 END);
CREATE UNIQUE INDEX subscription_periods_one_trial ON subscription_periods (subscription_id) WHERE transfer_id IS NULL;

ALTER TABLE access ALTER COLUMN transfer_id DROP NOT NULL;
ALTER TABLE access ADD CONSTRAINT access_paid_or_trial CHECK (transfer_id IS NOT NULL OR kind = 'subscription');
