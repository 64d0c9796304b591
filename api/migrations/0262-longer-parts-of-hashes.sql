-- Near hashes are found by eleven longer parts, each with an index of its own, instead of sixteen of 16 bits in one GIN index: of ten
-- parts of 23 or 24 bits and one of 22, hashes within 31 bits share one within two bits, or the last within one. Among ten million
-- hashes a lookup reads some 2,800 rows instead of 41,000 (decision 0079).
-- pdq_parts and pdq_near stay: processes of the release before, which run beside this one for a while, call them; without the old
-- index their lookups read the whole table.
CREATE INDEX blocked_pictures_part_1 ON blocked_pictures ((substring(pdq FROM 1 FOR 24)::integer));
CREATE INDEX blocked_pictures_part_2 ON blocked_pictures ((substring(pdq FROM 25 FOR 24)::integer));
CREATE INDEX blocked_pictures_part_3 ON blocked_pictures ((substring(pdq FROM 49 FOR 24)::integer));
CREATE INDEX blocked_pictures_part_4 ON blocked_pictures ((substring(pdq FROM 73 FOR 24)::integer));
CREATE INDEX blocked_pictures_part_5 ON blocked_pictures ((substring(pdq FROM 97 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_6 ON blocked_pictures ((substring(pdq FROM 120 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_7 ON blocked_pictures ((substring(pdq FROM 143 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_8 ON blocked_pictures ((substring(pdq FROM 166 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_9 ON blocked_pictures ((substring(pdq FROM 189 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_10 ON blocked_pictures ((substring(pdq FROM 212 FOR 23)::integer));
CREATE INDEX blocked_pictures_part_11 ON blocked_pictures ((substring(pdq FROM 235 FOR 22)::integer));
CREATE INDEX picture_hashes_part_1 ON picture_hashes ((substring(hash FROM 1 FOR 24)::integer));
CREATE INDEX picture_hashes_part_2 ON picture_hashes ((substring(hash FROM 25 FOR 24)::integer));
CREATE INDEX picture_hashes_part_3 ON picture_hashes ((substring(hash FROM 49 FOR 24)::integer));
CREATE INDEX picture_hashes_part_4 ON picture_hashes ((substring(hash FROM 73 FOR 24)::integer));
CREATE INDEX picture_hashes_part_5 ON picture_hashes ((substring(hash FROM 97 FOR 23)::integer));
CREATE INDEX picture_hashes_part_6 ON picture_hashes ((substring(hash FROM 120 FOR 23)::integer));
CREATE INDEX picture_hashes_part_7 ON picture_hashes ((substring(hash FROM 143 FOR 23)::integer));
CREATE INDEX picture_hashes_part_8 ON picture_hashes ((substring(hash FROM 166 FOR 23)::integer));
CREATE INDEX picture_hashes_part_9 ON picture_hashes ((substring(hash FROM 189 FOR 23)::integer));
CREATE INDEX picture_hashes_part_10 ON picture_hashes ((substring(hash FROM 212 FOR 23)::integer));
CREATE INDEX picture_hashes_part_11 ON picture_hashes ((substring(hash FROM 235 FOR 22)::integer));
-- Without the statistics of these expressions PostgreSQL reads the whole table instead (nor does it use those of partial indexes).
ANALYZE blocked_pictures, picture_hashes;
-- At the end: a drop locks out readers, too, until the transaction ends, and the indexes take minutes among ten million hashes.
DROP INDEX blocked_pictures_parts;
DROP INDEX picture_hashes_parts;
