-- A form may be sent again until it expires, so its upload counts against its owner until it is swept; one
-- in parts only until it is attached, because nothing more can be sent to it then.
ALTER TABLE uploads ADD COLUMN in_parts boolean NOT NULL DEFAULT false;
