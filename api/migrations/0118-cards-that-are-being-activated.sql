-- Some acquirers activate a kept card some time after they took it. Every card that is here was chargeable at once.
ALTER TABLE saved_payments ADD COLUMN ready_at timestamptz;
UPDATE saved_payments SET ready_at = created_at;
CREATE INDEX saved_payments_activating ON saved_payments (created_at, id) WHERE ready_at IS NULL AND refused_at IS NULL;
