-- Each entry of the audit log gets a place and a hash over its content and the hash before it, so that
-- a changed, removed or moved entry is found. Chained when the transaction commits: the lock that
-- keeps the chain linear is then held for the commit only, and no act waits for another's work.
CREATE TABLE admin_log_chain (
  place bigint PRIMARY KEY CHECK (place > 0),
  entry_id bigint NOT NULL UNIQUE REFERENCES admin_log (id),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- The newest place, by which entries that were cut off the end are missed.
CREATE TABLE admin_log_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  place bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
INSERT INTO admin_log_head (place, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- The content of an entry in one spelling: each part after its length in bytes, so that no text can
-- pass for the next part. api/platform/audit/chain.ts spells the same.
CREATE FUNCTION admin_log_content(entry admin_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(CASE WHEN part IS NULL THEN '-' ELSE octet_length(part) || ':' || part END, ',' ORDER BY ordinality)
  FROM unnest(ARRAY[
    entry.id::text,
    to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.admin_profile_id::text,
    entry.action,
    entry.profile_id::text,
    entry.subject_id,
    entry.reason
  ]) WITH ORDINALITY AS parts (part, ordinality)
$$;

CREATE FUNCTION admin_log_chain_entry(entry admin_log) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  head admin_log_head;
  entry_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('admin_log_chain', 0));
  SELECT * INTO STRICT head FROM admin_log_head;
  entry_hash := sha256(head.hash || convert_to(admin_log_content(entry), 'UTF8'));
  INSERT INTO admin_log_chain (place, entry_id, hash) VALUES (head.place + 1, entry.id, entry_hash);
  UPDATE admin_log_head SET place = head.place + 1, hash = entry_hash;
END $$;

DO $$
DECLARE entry admin_log;
BEGIN
  FOR entry IN SELECT * FROM admin_log ORDER BY id LOOP
    PERFORM admin_log_chain_entry(entry);
  END LOOP;
END $$;

CREATE FUNCTION admin_log_chain_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM admin_log_chain_entry(NEW);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER admin_log_is_chained AFTER INSERT ON admin_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION admin_log_chain_new();

CREATE TRIGGER admin_log_chain_is_immutable BEFORE DELETE OR UPDATE ON admin_log_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_log_chain_is_kept BEFORE TRUNCATE ON admin_log_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION admin_log_head_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.place = OLD.place + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the head of the audit log moves by one' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER admin_log_head_moves_on BEFORE DELETE OR UPDATE ON admin_log_head
  FOR EACH ROW EXECUTE FUNCTION admin_log_head_moves_on();
CREATE TRIGGER admin_log_head_is_kept BEFORE TRUNCATE ON admin_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the log is searched by.
CREATE INDEX admin_log_of_admin ON admin_log (admin_profile_id, id DESC);
CREATE INDEX admin_log_of_action ON admin_log (action text_pattern_ops, id DESC);
CREATE INDEX admin_log_of_subject ON admin_log (subject_id, id DESC) WHERE subject_id IS NOT NULL;
CREATE INDEX admin_log_reasons ON admin_log USING gin (searchable(reason) gin_trgm_ops);
