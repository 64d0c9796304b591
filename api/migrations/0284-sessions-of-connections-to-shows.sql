-- The session that made a connection to a show: the connection ends with it. Null once the
-- connection has ended; of a sender also for a program, which has an ingest key instead.
ALTER TABLE live_viewers ADD COLUMN session_id uuid;
ALTER TABLE lives ADD COLUMN sender_session_id uuid;
