-- An address belongs to the account that confirmed it. Others may claim it, so that registration tells nothing about it.
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX users_email_idx ON users (email);
