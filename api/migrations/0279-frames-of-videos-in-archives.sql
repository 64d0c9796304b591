-- Frames of videos in archives are hashed too: the job that hashes media of earlier releases
-- (media.hashOld) reads stored archives again.
UPDATE media SET hashed_at = NULL WHERE kind = 'archive' AND hashed_at IS NOT NULL;
