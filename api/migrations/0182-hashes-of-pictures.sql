-- PDQ hashes of all pictures: of images, of frames of videos and of pictures in archives. Those of one picture differ in at most 31 of 256 bits, so that
-- of their 16 parts of 16 bits at least one differs in one bit at most: the index finds the parts, and the whole hash decides
-- (multi-index hashing). Pictures of a quality below 50 have too few features; they are compared by the 64-bit hash as before.
CREATE FUNCTION pdq_parts(hash bit(256)) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY[0 << 16 | substring(hash FROM 1 FOR 16)::integer, 1 << 16 | substring(hash FROM 17 FOR 16)::integer, 2 << 16 | substring(hash FROM 33 FOR 16)::integer, 3 << 16 | substring(hash FROM 49 FOR 16)::integer, 4 << 16 | substring(hash FROM 65 FOR 16)::integer, 5 << 16 | substring(hash FROM 81 FOR 16)::integer, 6 << 16 | substring(hash FROM 97 FOR 16)::integer, 7 << 16 | substring(hash FROM 113 FOR 16)::integer, 8 << 16 | substring(hash FROM 129 FOR 16)::integer, 9 << 16 | substring(hash FROM 145 FOR 16)::integer, 10 << 16 | substring(hash FROM 161 FOR 16)::integer, 11 << 16 | substring(hash FROM 177 FOR 16)::integer, 12 << 16 | substring(hash FROM 193 FOR 16)::integer, 13 << 16 | substring(hash FROM 209 FOR 16)::integer, 14 << 16 | substring(hash FROM 225 FOR 16)::integer, 15 << 16 | substring(hash FROM 241 FOR 16)::integer];
-- Each part as it is, and with each of its bits turned.
CREATE FUNCTION pdq_near(hash bit(256)) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT p.part # b.turned FROM unnest(pdq_parts(hash)) p (part) CROSS JOIN (SELECT 0 AS turned UNION ALL SELECT 1 << n FROM generate_series(0, 15) n) b);

CREATE TABLE picture_hashes (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  -- Milliseconds of a frame, the number of a picture in an archive, 0 of an image.
  position integer NOT NULL,
  hash bit(256) NOT NULL,
  quality smallint NOT NULL CHECK (quality BETWEEN 0 AND 100),
  PRIMARY KEY (media_id, position)
);
CREATE INDEX picture_hashes_parts ON picture_hashes USING gin (pdq_parts(hash)) WHERE quality >= 50;

-- Media of before have their hashes made by a job.
ALTER TABLE media ADD COLUMN hashed_at timestamptz;
CREATE INDEX media_to_hash ON media (id) WHERE hashed_at IS NULL AND status = 'processed' AND kind IN ('image', 'video', 'archive');

ALTER TABLE blocked_pictures
  ALTER COLUMN hash DROP NOT NULL,
  ALTER COLUMN created_by DROP NOT NULL,
  ADD COLUMN pdq bit(256),
  ADD CONSTRAINT blocked_pictures_hashed CHECK (hash IS NOT NULL OR pdq IS NOT NULL);
CREATE INDEX blocked_pictures_parts ON blocked_pictures USING gin (pdq_parts(pdq)) WHERE pdq IS NOT NULL;
CREATE INDEX blocked_pictures_of ON blocked_pictures (media_id);
