-- Of a visitor's report an HMAC of the address, by which dismissed ones are counted; a nightly job
-- deletes it.
ALTER TABLE reports ADD COLUMN address_key bytea;
CREATE INDEX reports_dismissed_of_address ON reports (address_key, decided_at) WHERE address_key IS NOT NULL;
