-- A request for a refund names the movement it is about, so that its state is shown there and it is asked once.
ALTER TABLE help_tickets
  ADD COLUMN refund_of uuid,
  ADD CONSTRAINT help_tickets_refund_of CHECK (refund_of IS NULL OR (profile_id IS NOT NULL AND appeals IS NULL));

CREATE UNIQUE INDEX help_tickets_refunds ON help_tickets (profile_id, refund_of) WHERE refund_of IS NOT NULL;
