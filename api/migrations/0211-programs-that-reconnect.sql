-- Until when an ingest key opens no party: a program that connects again by itself does not open a show
-- that a person ended. NULL: it may.
ALTER TABLE live_ingest_keys ADD COLUMN held_until timestamptz;
