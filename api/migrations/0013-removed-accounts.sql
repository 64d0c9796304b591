-- Accounts that their owners removed: the row stays for the records of money, without anything that says whose it was.
ALTER TABLE users ADD COLUMN removed_at timestamptz;
