-- While processes are replaced one after the other, those of the version before keep the bodies of gateways' notifications as they came,
-- and know nothing of this column: without a default each such notification was refused.
ALTER TABLE inbound_events ALTER COLUMN sealed SET DEFAULT false;
