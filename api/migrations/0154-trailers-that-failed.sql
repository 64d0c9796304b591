-- The last try to cut the trailer that this post shows was over and failed. False again when it is
-- requested once more. A trailer that is there counts more than this mark.
ALTER TABLE post_media ADD COLUMN trailer_failed boolean NOT NULL DEFAULT false;
