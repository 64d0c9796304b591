-- The title a producer gives to a media to find it again; the name of its file stays beside it.

ALTER TABLE media ADD COLUMN title text CHECK (length(title) BETWEEN 1 AND 80);
