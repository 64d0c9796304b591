-- SHA-256 of uploads and of the files in uploaded archives: exact copies are found among what has no PDQ hash, such as sound, flat
-- pictures and videos in archives, too.
CREATE TABLE file_hashes (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  -- 0 is the upload itself; an archive has its files from 1 on.
  position integer NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  PRIMARY KEY (media_id, position)
);
CREATE INDEX file_hashes_by_hash ON file_hashes (sha256);

-- Media of before have them made by a job.
ALTER TABLE media ADD COLUMN files_hashed_at timestamptz;
CREATE INDEX media_files_to_hash ON media (id) WHERE files_hashed_at IS NULL AND status = 'processed';

ALTER TABLE blocked_pictures
  ADD COLUMN sha256 bytea,
  DROP CONSTRAINT blocked_pictures_hashed,
  ADD CONSTRAINT blocked_pictures_hashed CHECK (hash IS NOT NULL OR pdq IS NOT NULL OR sha256 IS NOT NULL);
CREATE INDEX blocked_pictures_files ON blocked_pictures (sha256) WHERE sha256 IS NOT NULL;

-- Two files are the same, byte by byte: more than two hashes of pictures can say.
ALTER TABLE removal_items ADD COLUMN exact boolean NOT NULL DEFAULT false;
