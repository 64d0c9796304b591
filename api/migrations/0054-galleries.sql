-- What of a profile's media its gallery shows.

ALTER TABLE media ADD COLUMN in_gallery boolean NOT NULL DEFAULT true;
