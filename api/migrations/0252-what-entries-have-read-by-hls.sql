-- How much of what a person read by HLS is in the delivered time of their entry, so that reading in
-- bursts is billed, too, and each segment once.
ALTER TABLE live_entries
  ADD COLUMN read_ms integer NOT NULL DEFAULT 0 CHECK (read_ms >= 0);
