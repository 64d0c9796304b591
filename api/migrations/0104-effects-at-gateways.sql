-- What has to be known before a gateway is asked to return or send money a second time, and what a person has to look at.

-- Some gateways take no id of ours: a refund is recognised by being none of those that were there before it was first asked for
-- (other_refs), or by the gateway's own reference once that is known (provider_ref). asked_at: the first question left at this
-- instant, so that a later "no" is not proof that nothing happened.
ALTER TABLE payment_refunds
  ADD COLUMN receipt_ref text,
  ADD COLUMN receipt_centavos bigint,
  ADD COLUMN other_refs text[],
  ADD COLUMN provider_ref text,
  ADD COLUMN asked_at timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT now(),
  -- Its money was locked as suspicious: it is locked again should the gateway not return it.
  ADD COLUMN from_locked boolean NOT NULL DEFAULT false;
ALTER TABLE payment_refunds ALTER COLUMN next_try_at DROP DEFAULT;

-- Refunds that are under way may have been asked for already; nothing says that another one of that amount was there before.
UPDATE payment_refunds SET asked_at = created_at, other_refs = '{}' WHERE status = 'requested';
UPDATE payment_refunds SET from_locked = true WHERE status = 'requested' AND EXISTS (SELECT FROM charge_reviews r WHERE r.transfer_id = payment_refunds.transfer_id AND r.decision = 'refunded');

DROP INDEX payment_refunds_open;
CREATE INDEX payment_refunds_open ON payment_refunds (next_try_at, id) WHERE status = 'requested';
CREATE INDEX payment_refunds_charge ON payment_refunds (charge_id);

ALTER TABLE cash_outs ADD COLUMN asked_at timestamptz;
UPDATE cash_outs SET asked_at = created_at WHERE status = 'approved';

-- What became of the money of one charge.
CREATE INDEX ledger_transfers_returns ON ledger_transfers (reference_id) WHERE kind IN ('chargeback', 'refundFailed');

ALTER TABLE statement_differences
  DROP CONSTRAINT statement_differences_kind_check,
  ADD CONSTRAINT statement_differences_kind_check CHECK (kind IN ('unknown', 'amount', 'state', 'missing', 'contradiction', 'undecided')),
  ADD COLUMN cash_out_id uuid REFERENCES cash_outs (id);
