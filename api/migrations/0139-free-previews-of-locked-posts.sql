-- The one media of a locked post that everyone sees: 0 is a picture, which is shown whole; else the
-- length in seconds of the trailer of a video.

ALTER TABLE post_media ADD COLUMN free_seconds integer CHECK (free_seconds = 0 OR free_seconds BETWEEN 5 AND 30);
CREATE UNIQUE INDEX post_media_free ON post_media (post_id) WHERE free_seconds IS NOT NULL;

ALTER TABLE media_renditions DROP CONSTRAINT media_renditions_kind_check,
  ADD CONSTRAINT media_renditions_kind_check CHECK (kind IN ('md', 'lg', 'full', 'preview', 'whole', 'sound', 'sprite', 'file') OR kind ~ '^trailer([5-9]|[12][0-9]|30)$');
