-- The audit log and the ledger of consents are chained by the same functions: the spelling of an entry, the
-- hash after the head, and the head that moves by one. Spelling and hashes stay the same.
CREATE FUNCTION chain_content(parts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(CASE WHEN part IS NULL THEN '-' ELSE octet_length(part) || ':' || part END, ',' ORDER BY ordinality)
  FROM unnest(parts) WITH ORDINALITY AS parts (part, ordinality)
$$;

-- Moves the head on by an entry of these parts. The row lock of the head keeps the chain linear.
CREATE FUNCTION chain_append(head regclass, parts text[], OUT place bigint, OUT hash bytea) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %s SET place = place + 1, hash = sha256(hash || convert_to(chain_content($1), ''UTF8'')) RETURNING place, hash', head)
    INTO STRICT place, hash USING parts;
END $$;

CREATE FUNCTION chain_head_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.place = OLD.place + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the head of a chain moves by one' USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER admin_log_head_moves_on ON admin_log_head;
DROP TRIGGER consent_entries_head_moves_on ON consent_entries_head;
CREATE TRIGGER admin_log_head_moves_on BEFORE DELETE OR UPDATE ON admin_log_head
  FOR EACH ROW EXECUTE FUNCTION chain_head_moves_on();
CREATE TRIGGER consent_entries_head_moves_on BEFORE DELETE OR UPDATE ON consent_entries_head
  FOR EACH ROW EXECUTE FUNCTION chain_head_moves_on();

CREATE OR REPLACE FUNCTION admin_log_chain_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO admin_log_chain (place, entry_id, hash)
  SELECT c.place, NEW.id, c.hash FROM chain_append('admin_log_head', ARRAY[
    NEW.id::text,
    to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    NEW.admin_profile_id::text,
    NEW.action,
    NEW.profile_id::text,
    NEW.subject_id,
    NEW.reason
  ]) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION consent_entries_chain_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c.place, c.hash INTO NEW.place, NEW.hash FROM chain_append('consent_entries_head', ARRAY[
    NEW.id::text,
    to_char(NEW.signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    NEW.performer_id::text,
    NEW.producer_id::text,
    NEW.act,
    NEW.scope,
    NEW.media_id::text,
    NEW.text_version::text,
    NEW.signed_by,
    NEW.network
  ]) c;
  RETURN NEW;
END $$;

DROP FUNCTION admin_log_chain_entry(admin_log);
DROP FUNCTION admin_log_content(admin_log);
DROP FUNCTION consent_entries_content(consent_entries);
DROP FUNCTION admin_log_head_moves_on();
