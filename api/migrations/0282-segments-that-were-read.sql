-- Which of the last segments a visit by HLS has read: bit n is the one n before read_sequence. Of
-- visits that go on, all up to read_sequence were counted.
ALTER TABLE live_viewers ADD COLUMN read_window bigint NOT NULL DEFAULT 0;
UPDATE live_viewers SET read_window = (1::bigint << 32) - 1
  WHERE left_at IS NULL AND read_sequence IS NOT NULL;
