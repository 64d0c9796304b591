-- Frames of shows wait in the review of content: several of one show together, as one item.
ALTER TABLE content_reviews
  DROP CONSTRAINT content_reviews_kind_check,
  ADD CONSTRAINT content_reviews_kind_check CHECK (kind IN ('post', 'broadcast', 'automation', 'welcome', 'avatar', 'cover', 'frames')),
  DROP CONSTRAINT content_reviews_cause_check,
  ADD CONSTRAINT content_reviews_cause_check CHECK (cause IN ('all', 'newProducer', 'strikes', 'sample', 'match', 'report', 'face'));
-- What their review is about; null: a person of the team need not look at the frame.
ALTER TABLE live_frames ADD COLUMN batch_id uuid;
UPDATE live_frames f SET batch_id = b.id FROM (
  SELECT w.live_id, gen_random_uuid() AS id FROM live_frames w
  WHERE w.for_review AND w.reviewed_at IS NULL GROUP BY w.live_id) b
  WHERE b.live_id = f.live_id AND f.for_review AND f.reviewed_at IS NULL;
INSERT INTO content_reviews (id, kind, subject_id, producer_id, cause, created_at)
  SELECT gen_random_uuid(), 'frames', f.batch_id, l.producer_id,
    CASE WHEN bool_or(f.blocked) THEN 'match' WHEN bool_or(f.kind = 'report') THEN 'report' ELSE 'all' END,
    min(f.taken_at)
  FROM live_frames f JOIN lives l ON l.id = f.live_id WHERE f.batch_id IS NOT NULL
  GROUP BY f.batch_id, l.producer_id;
ALTER TABLE live_frames DROP COLUMN for_review, DROP COLUMN reviewed_at, DROP COLUMN reviewed_by;
CREATE INDEX live_frames_of_batch ON live_frames (batch_id) WHERE batch_id IS NOT NULL;
