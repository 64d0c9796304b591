-- A promotion may last several months. What the fan agreed to is kept on the subscription, so that a later change of the
-- promotion or of the plan's price does not take it back.
ALTER TABLE tier_promotions ADD COLUMN discount_months integer CHECK (discount_months BETWEEN 1 AND 12);
-- Until now a discount was for the first month.
UPDATE tier_promotions SET discount_months = 1 WHERE discount_bps IS NOT NULL;
ALTER TABLE tier_promotions ADD CONSTRAINT tier_promotions_months_of_discount CHECK ((discount_bps IS NULL) = (discount_months IS NULL));

-- The most that a month of the promotion may take; not null until the first month at the full price is paid.
ALTER TABLE subscriptions ADD COLUMN promotion_centavos bigint CHECK (promotion_centavos > 0);
-- Months that are still to be charged at that price.
ALTER TABLE subscriptions ADD COLUMN promotion_months_left integer NOT NULL DEFAULT 0 CHECK (promotion_months_left BETWEEN 0 AND 11);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_promotion_has_price CHECK (promotion_months_left = 0 OR promotion_centavos IS NOT NULL);
