-- Each upload is compared with the pictures that have a 64-bit hash alone. Without an index of them
-- that read the whole table: 10 million rows for a list that has none of them.
CREATE INDEX blocked_pictures_before_pdq ON blocked_pictures (hash) WHERE pdq IS NULL;
