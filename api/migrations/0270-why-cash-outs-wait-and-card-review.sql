-- Why a cash-out waited for an administrator when it was requested; null: it did not, or was requested before.
ALTER TABLE cash_outs ADD COLUMN waits_for text[] CHECK (waits_for <@ ARRAY['restricted', 'amount', 'always', 'inQuestion', 'first']);
-- From which amount on a sale that is paid with card money is reviewed; null: none is.
ALTER TABLE payout_rules ADD COLUMN card_review_centavos bigint CHECK (card_review_centavos > 0);
ALTER TABLE fraud_alerts DROP CONSTRAINT fraud_alerts_rule_check;
ALTER TABLE fraud_alerts ADD CONSTRAINT fraud_alerts_rule_check CHECK (rule IN ('declinesAccount', 'declinesAddress', 'declinesDevice',
  'declinesBin', 'declinesAlarm', 'pairDay', 'pairWeek', 'pairSales', 'newPayer', 'newPayers', 'cardReview'));
