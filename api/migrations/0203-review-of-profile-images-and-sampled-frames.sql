-- A producer's new profile image waits for a review beside the image that everyone sees meanwhile.
ALTER TABLE profiles
  ADD COLUMN held_avatar_media_id uuid REFERENCES media (id),
  ADD COLUMN held_cover_media_id uuid REFERENCES media (id);
ALTER TABLE content_reviews
  DROP CONSTRAINT content_reviews_kind_check,
  ADD CONSTRAINT content_reviews_kind_check CHECK (kind IN ('post', 'broadcast', 'automation', 'welcome', 'avatar', 'cover'));

-- Which frames of shows wait for a person of the team; the others are compared with what was taken down,
-- and kept as evidence for a week.
ALTER TABLE live_frames ADD COLUMN for_review boolean NOT NULL DEFAULT true;
