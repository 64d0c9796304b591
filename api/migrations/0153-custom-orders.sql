-- Custom orders: a fan describes, a producer names a price and a time, the fan's money is locked, and goes to the producer or back.

-- Money of orders that are paid and not ended. Not the account 'locked', which holds payments under review: a reversal of one of those
-- must not take the money of an order.
INSERT INTO ledger_account_kinds (kind, owned, allow_negative, appended, held, daily) VALUES ('escrow', true, false, false, false, false);

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  fan_id uuid NOT NULL REFERENCES profiles (id),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  status text NOT NULL CHECK (status IN ('requested', 'offered', 'declined', 'withdrawn', 'accepted', 'delivered', 'disputed', 'settled', 'expired', 'refunded')),
  -- What the fan wants; empty once the account of the fan is removed.
  text text NOT NULL CHECK (length(text) <= 2000),
  -- The most that the fan would pay, as they said it.
  max_price_centavos bigint CHECK (max_price_centavos > 0),
  price_centavos bigint CHECK (price_centavos > 0),
  -- From the payment on.
  delivery_days integer CHECK (delivery_days > 0),
  -- The producer's words with the offer, or why they declined.
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  -- The rate of the platform's fee and the source of the money, both of the moment of the payment.
  fee_bps integer CHECK (fee_bps BETWEEN 0 AND 10000),
  paid_by text CHECK (paid_by IN ('pix', 'card')),
  -- The transfer that locked the money, and the one that paid the producer.
  transfer_id uuid,
  settlement_id uuid,
  -- Until when it is to be delivered.
  due_at timestamptz,
  content_id uuid REFERENCES message_contents (id),
  -- Until when the fan may dispute the delivery; then the producer is paid.
  review_until timestamptz,
  dispute text CHECK (length(dispute) <= 2000),
  disputed_at timestamptz,
  -- The administrator who decided the dispute, and why.
  decided_by uuid REFERENCES profiles (id),
  reason text CHECK (length(reason) <= 2000),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (fan_id <> producer_id),
  CHECK (status IN ('requested', 'declined', 'withdrawn') OR (price_centavos IS NOT NULL AND delivery_days IS NOT NULL)),
  CHECK (status NOT IN ('accepted', 'delivered', 'disputed', 'settled', 'expired', 'refunded') OR (transfer_id IS NOT NULL AND due_at IS NOT NULL AND fee_bps IS NOT NULL)),
  CHECK (status NOT IN ('delivered', 'disputed', 'settled') OR (content_id IS NOT NULL AND review_until IS NOT NULL)),
  CHECK (status <> 'disputed' OR (dispute IS NOT NULL AND disputed_at IS NOT NULL))
);
CREATE INDEX orders_of_fan ON orders (fan_id, id DESC);
CREATE INDEX orders_of_producer ON orders (producer_id, id DESC);
CREATE INDEX orders_to_deliver ON orders (due_at) WHERE status = 'accepted';
CREATE INDEX orders_to_settle ON orders (review_until) WHERE status = 'delivered';
CREATE INDEX orders_disputed ON orders (disputed_at, id) WHERE disputed_at IS NOT NULL;
CREATE UNIQUE INDEX orders_of_transfer ON orders (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE UNIQUE INDEX orders_of_settlement ON orders (settlement_id) WHERE settlement_id IS NOT NULL;

-- A message that tells of a step of an order: the state that it reached.
ALTER TABLE messages
  ADD COLUMN order_id uuid REFERENCES orders (id),
  ADD COLUMN order_step text,
  ADD CHECK ((order_id IS NULL) = (order_step IS NULL));
CREATE INDEX messages_of_order ON messages (order_id) WHERE order_id IS NOT NULL;
