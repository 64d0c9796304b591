-- Video, sound and archives: streams in several qualities, a first look before the rest is made, and hashes of frames.

ALTER TABLE media
  ADD COLUMN kind text NOT NULL DEFAULT 'image' CHECK (kind IN ('image', 'video', 'audio', 'archive')),
  -- From then on something of it can be shown: all, or a video's first look.
  ADD COLUMN playable_at timestamptz,
  -- Percent of the encoding, while it runs.
  ADD COLUMN progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  -- Peaks of a recording, 0 to 100, and its loudness before it was evened, in LUFS.
  ADD COLUMN waveform smallint[],
  ADD COLUMN loudness real,
  -- The AES-128 key of its segments, sealed.
  ADD COLUMN segment_key bytea;
UPDATE media SET playable_at = processed_at WHERE status = 'processed';

ALTER TABLE media_renditions
  DROP CONSTRAINT media_renditions_kind_check,
  -- whole: a video as one file; sound: a recording; sprite: small frames for scrubbing; file: an archive as it came.
  ADD CONSTRAINT media_renditions_kind_check CHECK (kind IN ('md', 'lg', 'full', 'preview', 'whole', 'sound', 'sprite', 'file')),
  ALTER COLUMN width DROP NOT NULL,
  ALTER COLUMN height DROP NOT NULL,
  -- Of a sprite: columns, rows, frame size and interval.
  ADD COLUMN details jsonb;

-- One stream of a video: a quality, or the sound all of them share.
CREATE TABLE media_streams (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- `first` until the whole is there.
  phase text NOT NULL CHECK (phase IN ('first', 'whole')),
  -- Lowest quality first; the sound comes last and has no size.
  position smallint NOT NULL,
  width integer,
  height integer,
  bits_per_second integer NOT NULL,
  codecs text NOT NULL,
  -- Of each segment, in order.
  durations_ms integer[] NOT NULL,
  PRIMARY KEY (media_id, name)
);

CREATE TABLE media_frame_hashes (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  at_ms integer NOT NULL,
  hash bigint NOT NULL,
  PRIMARY KEY (media_id, at_ms)
);

-- What was taken down and must not come back, in any size, recompressed or mirrored.
CREATE TABLE blocked_pictures (
  id uuid PRIMARY KEY,
  hash bigint NOT NULL,
  reason text NOT NULL,
  media_id uuid,
  created_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL
);

-- Others see a post once all of its media show something; its status goes on moving after that.
ALTER TABLE posts ADD COLUMN playable_at timestamptz;
UPDATE posts SET playable_at = created_at WHERE status = 'processed';
DROP INDEX posts_published;
CREATE INDEX posts_published ON posts (start_when DESC, id DESC)
  WHERE deleted_at IS NULL AND archived_at IS NULL AND playable_at IS NOT NULL;
