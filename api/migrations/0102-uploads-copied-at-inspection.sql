-- The form of an upload may be sent again for an hour, so what was attached (upload_key) is copied to a key of our own (original_key)
-- before it is inspected. Media that were made before keep their upload as their original.

ALTER TABLE media ADD COLUMN upload_key text;
UPDATE media SET upload_key = original_key;
ALTER TABLE media ALTER COLUMN upload_key SET NOT NULL;
ALTER TABLE media ADD CONSTRAINT media_upload_key_key UNIQUE (upload_key);
