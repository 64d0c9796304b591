-- Some acquirers make a second sale of a second request. asked_at: when the acquirer was first asked for this card charge, written before
-- the request, so that from then on it is only looked for. Null for other methods, which are safe to ask for again.
ALTER TABLE charges ADD COLUMN asked_at timestamptz;
UPDATE charges SET asked_at = created_at WHERE method = 'card' AND status = 'created';
