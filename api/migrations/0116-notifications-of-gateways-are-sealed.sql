-- Bodies of gateways' notifications carry names and documents of payers: new ones are sealed with the installation's key. Bodies that
-- were kept before stay readable as they are, and are deleted 90 days after they came like all of them.
ALTER TABLE inbound_events ADD COLUMN sealed boolean NOT NULL DEFAULT false;
ALTER TABLE inbound_events ALTER COLUMN sealed DROP DEFAULT;
