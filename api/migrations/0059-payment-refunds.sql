-- Payments that an administrator gives back at their gateway.

CREATE TABLE payment_refunds (
  -- Also the idempotency key at the gateway.
  id uuid PRIMARY KEY,
  -- The top-up that was taken back for it, once.
  transfer_id uuid NOT NULL UNIQUE,
  charge_id uuid NOT NULL REFERENCES charges (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- failed: the gateway gave nothing back, and the money is in the wallet again.
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'done', 'failed')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX payment_refunds_open ON payment_refunds (created_at, id) WHERE status = 'requested';
