-- A person who lost the link of their consent asks for another with the address that it was sent to. The
-- address itself is sealed. Null: not hashed yet, by a process of the release before or before this
-- column; the job that looks an address up hashes those first.
ALTER TABLE performers ADD COLUMN email_hash bytea CHECK (octet_length(email_hash) = 32);
CREATE INDEX performers_by_address ON performers (email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX performers_without_hash ON performers (id) WHERE email_hash IS NULL AND sealed IS NOT NULL;
