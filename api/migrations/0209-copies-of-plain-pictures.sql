-- Dark and smooth pictures (quality below 50) are searched for copies, too, by a tighter limit, so that the index has all pictures; the release
-- before finds its own with it. Pictures of one colour all have the same hash, which says nothing.
DELETE FROM picture_hashes WHERE hash = 0::bit(256);
DROP INDEX picture_hashes_parts;
CREATE INDEX picture_hashes_parts ON picture_hashes USING gin (pdq_parts(hash));

-- The picture that was sent, or one of the two that are alike, has few features.
ALTER TABLE removal_hashes ADD COLUMN plain boolean NOT NULL DEFAULT false;
ALTER TABLE removal_items ADD COLUMN plain boolean NOT NULL DEFAULT false;
