-- A decision about a media removes that media; the posts with it go on with their others, unless a law
-- wants them withheld whole. What was withheld before keeps the posts hidden, as its owners were told.
ALTER TABLE withholdings ADD COLUMN whole_posts boolean NOT NULL DEFAULT true;
