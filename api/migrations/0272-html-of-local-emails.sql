-- Emails of the local inbox as their receivers would see them.
ALTER TABLE inbox_mails ADD COLUMN html text NOT NULL DEFAULT '';
