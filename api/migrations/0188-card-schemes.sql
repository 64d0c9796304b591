-- The scheme of a charged card stays known after the card was deleted: disputes are compared with
-- payments by scheme. 0 in rollups: not a card, or a card that was deleted before this migration.
ALTER TABLE charges ADD COLUMN brand_id smallint;
UPDATE charges c SET brand_id = s.brand_id FROM saved_payments s WHERE s.id = c.saved_payment_id AND c.method = 'card';

ALTER TABLE ledger_rollups ADD COLUMN brand_id smallint NOT NULL DEFAULT 0;
ALTER TABLE ledger_rollups DROP CONSTRAINT ledger_rollups_pkey;
ALTER TABLE ledger_rollups ADD PRIMARY KEY (day, kind, reverses, method, brand_id);
-- All days are counted again, each at once, by the job that counts each minute.
DELETE FROM ledger_rollup_state;
