-- Mail that leaves after the commit, the local inbox, and what administrators do, for ever.

-- Letters on their way. The content (address and parameters: names, links with tokens) is sealed with the installation's
-- key and forgotten once the letter left.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  template text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('pt', 'en', 'es')),
  sealed bytea,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz
);
CREATE INDEX mails_age ON mails (created_at);

-- What the local inbox received, outside of production only.
CREATE TABLE inbox_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id uuid NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  received_at timestamptz NOT NULL
);

-- Who decided or looked at what, on whom and why. Rows are written once.
CREATE TABLE admin_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: an operator at the machine, by a command.
  admin_profile_id uuid REFERENCES profiles (id),
  action text NOT NULL,
  -- On whom.
  profile_id uuid REFERENCES profiles (id),
  -- What else it was about: a request, a ticket, a report, a version of settings.
  subject_id text,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX admin_log_newest ON admin_log (id DESC);
CREATE INDEX admin_log_of_profile ON admin_log (profile_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER admin_log_is_immutable BEFORE UPDATE OR DELETE ON admin_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_log_is_kept BEFORE TRUNCATE ON admin_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
