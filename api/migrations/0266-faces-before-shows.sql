-- A picture that the producer took of themselves before the show, where the installation asks for it.
ALTER TABLE live_frames DROP CONSTRAINT live_frames_kind_check;
ALTER TABLE live_frames ADD CONSTRAINT live_frames_kind_check CHECK (kind IN ('regular', 'face', 'start', 'report'));
CREATE UNIQUE INDEX live_frames_face ON live_frames (live_id) WHERE kind = 'face';
