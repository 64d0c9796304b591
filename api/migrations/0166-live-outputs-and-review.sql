-- What an administrator took from the watchers, the recording that was asked for, and by which key a program sends.
ALTER TABLE lives
  ADD COLUMN blurred_at timestamptz,
  ADD COLUMN withheld_at timestamptz,
  -- When the producer asked for a recording, and when the watcher of a private show agreed to one.
  ADD COLUMN recording_asked_at timestamptz,
  ADD COLUMN recording_agreed_at timestamptz;

-- Who appears in a show beside its producer, as declared when it started.
CREATE TABLE live_performers (
  live_id uuid NOT NULL REFERENCES lives (id),
  performer_id uuid NOT NULL REFERENCES performers (id),
  PRIMARY KEY (live_id, performer_id)
);
CREATE INDEX live_performers_of_performer ON live_performers (performer_id);

-- Keys by which programs such as OBS send to their producer's show. The key itself is not kept.
CREATE TABLE live_ingest_keys (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  label text NOT NULL CHECK (length(label) <= 40),
  key_hash bytea NOT NULL UNIQUE,
  ending text NOT NULL CHECK (length(ending) = 4),
  -- The connection that was made with it last.
  live_id uuid REFERENCES lives (id),
  peer_id uuid,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX live_ingest_keys_of_producer ON live_ingest_keys (producer_id, id);

-- Recordings of shows. Their segments are deleted at `kept_until`; media that were made of them stay in the vault.
CREATE TABLE live_recordings (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  kept_until timestamptz,
  CHECK ((ended_at IS NULL) = (kept_until IS NULL))
);
CREATE UNIQUE INDEX live_recordings_running ON live_recordings (live_id) WHERE ended_at IS NULL;
CREATE INDEX live_recordings_of_producer ON live_recordings (producer_id, id DESC);
CREATE INDEX live_recordings_kept ON live_recordings (kept_until) WHERE kept_until IS NOT NULL;
-- Parts of recordings that become media in the vault. `media_id` is null while the part is made, and after a failure.
CREATE TABLE live_cuts (
  id uuid PRIMARY KEY,
  recording_id uuid NOT NULL REFERENCES live_recordings (id) ON DELETE CASCADE,
  from_ms integer NOT NULL CHECK (from_ms >= 0),
  to_ms integer NOT NULL CHECK (to_ms > from_ms),
  title text CHECK (length(title) <= 120),
  media_id uuid UNIQUE REFERENCES media (id) ON DELETE SET NULL,
  failed_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX live_cuts_of_recording ON live_cuts (recording_id, id);

-- Segments of a show's picture and sound in storage, numbered through the show (`sequence`). A series has one initialisation; the next
-- one, another `discontinuity`, begins with another publisher's connection or process of the encoder. Segments of no recording are
-- deleted a minute after they were made.
ALTER TABLE lives ADD COLUMN segments integer NOT NULL DEFAULT 0 CHECK (segments >= 0);
CREATE TABLE live_segments (
  live_id uuid NOT NULL REFERENCES lives (id),
  sequence integer NOT NULL CHECK (sequence >= 0),
  discontinuity integer NOT NULL CHECK (discontinuity >= 0),
  series text NOT NULL CHECK (length(series) <= 40),
  number integer NOT NULL CHECK (number >= 0),
  recording_id uuid REFERENCES live_recordings (id),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (live_id, sequence),
  UNIQUE (live_id, series, number)
);
CREATE INDEX live_segments_of_recording ON live_segments (recording_id, sequence) WHERE recording_id IS NOT NULL;
CREATE INDEX live_segments_passing ON live_segments (made_at) WHERE recording_id IS NULL;

-- Visits by HLS: their media are reads of segments. `read_ms` is the length of the different segments that were read.
ALTER TABLE live_viewers
  ADD COLUMN via text NOT NULL DEFAULT 'webrtc' CHECK (via IN ('webrtc', 'hls')),
  ADD COLUMN read_at timestamptz,
  ADD COLUMN read_sequence integer,
  ADD COLUMN read_ms integer NOT NULL DEFAULT 0 CHECK (read_ms >= 0);

-- Frames of shows for the review by administrators. The pictures are in storage.
CREATE TABLE live_frames (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  kind text NOT NULL CHECK (kind IN ('regular', 'start', 'report')),
  -- Of a private show a match is noted, and its picture is dropped.
  has_picture boolean NOT NULL,
  taken_at timestamptz NOT NULL,
  hash bigint NOT NULL,
  blocked boolean NOT NULL,
  report_id uuid REFERENCES reports (id),
  reviewed_at timestamptz,
  reviewed_by uuid REFERENCES profiles (id),
  CHECK ((kind = 'report') = (report_id IS NOT NULL))
);
CREATE INDEX live_frames_waiting ON live_frames (blocked DESC, id DESC) WHERE reviewed_at IS NULL;
CREATE INDEX live_frames_of_live ON live_frames (live_id, id DESC);
CREATE INDEX live_frames_taken ON live_frames (taken_at) WHERE kind <> 'report';

CREATE TABLE live_decisions (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  decision text NOT NULL CHECK (decision IN ('warn', 'blur', 'pause', 'resume', 'end')),
  reason text NOT NULL,
  admin_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX live_decisions_of_live ON live_decisions (live_id, id DESC);
