-- What became of each try at a media, and until when the original of one that failed is kept for another.

ALTER TABLE media
  -- At the part of the work it is in: the first look, then the encoding.
  ADD COLUMN tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  ADD COLUMN try_began_at timestamptz,
  -- Null while somebody is at it, and for ever when they died.
  ADD COLUMN try_ended_at timestamptz,
  -- Of the last try that failed: a word of the contract's error list, and what the program said.
  ADD COLUMN last_error_code text,
  ADD COLUMN last_error_detail text,
  -- The long work was asked for: the quick one is over.
  ADD COLUMN encoding_asked_at timestamptz,
  -- A failed media with its original, which an operator may have tried again until then.
  ADD COLUMN original_until timestamptz CHECK (original_until IS NULL OR status = 'error');
UPDATE media SET encoding_asked_at = created_at WHERE kind = 'video' AND playable_at IS NOT NULL;

-- What operators look for is little beside what is done.
CREATE INDEX media_in_work ON media (id DESC) WHERE status IN ('created', 'processing');
CREATE INDEX media_failed ON media (id DESC) WHERE status = 'error';
