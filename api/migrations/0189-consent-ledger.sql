-- What people who appear in media consented to: each grant and each withdrawal is an entry of its own, never changed, with its scope, the version of
-- the text, and a hash over its content and the hash before it (api/features/verifications/performers/consent-ledger.ts spells the same). An entry is
-- kept when the record of the person is deleted, so it has no reference to it. It replaces performer_answers, whose rows are carried over below.
CREATE TABLE consent_entries (
  place bigint PRIMARY KEY CHECK (place > 0),
  id uuid NOT NULL UNIQUE,
  performer_id uuid NOT NULL,
  producer_id uuid NOT NULL,
  act text NOT NULL CHECK (act IN ('grant', 'withdrawal', 'refusal')),
  -- Null: a refusal, which concerns all of them.
  scope text CHECK (scope IN ('post', 'message', 'live', 'download', 'resale')),
  -- Null: every media in which the producer declares the person.
  media_id uuid,
  text_version smallint NOT NULL CHECK (text_version > 0),
  -- By the person's link; `copy`: a copy of a media that they withdrew from, found later; or an answer from before there was this ledger.
  signed_by text NOT NULL CHECK (signed_by IN ('link', 'copy', 'earlierAnswer')),
  -- The /24 of an IPv4 address or the /64 of an IPv6 address; empty when it is not known.
  network text NOT NULL CHECK (length(network) <= 45),
  signed_at timestamptz NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  CONSTRAINT consent_entries_scope CHECK ((act = 'refusal') = (scope IS NULL)),
  CONSTRAINT consent_entries_media CHECK (media_id IS NULL OR act = 'withdrawal'),
  CONSTRAINT consent_entries_once UNIQUE NULLS NOT DISTINCT (performer_id, act, scope, media_id)
);
CREATE INDEX consent_entries_of_media ON consent_entries (media_id, scope) WHERE media_id IS NOT NULL;
CREATE INDEX consent_entries_of_producer ON consent_entries (producer_id, place);
CREATE INDEX consent_entries_by_time ON consent_entries (signed_at);

-- The newest place, by which entries that were cut off the end are missed. Its row lock keeps the chain linear.
CREATE TABLE consent_entries_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  place bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
INSERT INTO consent_entries_head (place, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION consent_entries_content(entry consent_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(CASE WHEN part IS NULL THEN '-' ELSE octet_length(part) || ':' || part END, ',' ORDER BY ordinality)
  FROM unnest(ARRAY[
    entry.id::text,
    to_char(entry.signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.performer_id::text,
    entry.producer_id::text,
    entry.act,
    entry.scope,
    entry.media_id::text,
    entry.text_version::text,
    entry.signed_by,
    entry.network
  ]) WITH ORDINALITY AS parts (part, ordinality)
$$;

CREATE FUNCTION consent_entries_chain_new() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head consent_entries_head;
BEGIN
  SELECT * INTO STRICT head FROM consent_entries_head FOR UPDATE;
  NEW.place := head.place + 1;
  NEW.hash := sha256(head.hash || convert_to(consent_entries_content(NEW), 'UTF8'));
  UPDATE consent_entries_head SET place = NEW.place, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER consent_entries_are_chained BEFORE INSERT ON consent_entries
  FOR EACH ROW EXECUTE FUNCTION consent_entries_chain_new();
CREATE TRIGGER consent_entries_are_immutable BEFORE DELETE OR UPDATE ON consent_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_entries_are_kept BEFORE TRUNCATE ON consent_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_entries_head_moves_on BEFORE DELETE OR UPDATE ON consent_entries_head
  FOR EACH ROW EXECUTE FUNCTION admin_log_head_moves_on();
CREATE TRIGGER consent_entries_head_is_kept BEFORE TRUNCATE ON consent_entries_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The text of before spoke of publishing, for free or for sale; what was used under it were posts, messages and shows.
INSERT INTO consent_entries (id, performer_id, producer_id, act, scope, text_version, signed_by, network, signed_at)
SELECT gen_random_uuid(), p.id, p.producer_id, CASE a.answer WHEN 'given' THEN 'grant' WHEN 'withdrawn' THEN 'withdrawal' ELSE 'refusal' END,
  s.scope, 1, 'earlierAnswer', '', a.answered_at
FROM (SELECT performer_id, answer, min(answered_at) AS answered_at FROM performer_answers GROUP BY performer_id, answer) a
  JOIN performers p ON p.id = a.performer_id
  JOIN (VALUES ('post', 1), ('message', 2), ('live', 3), (NULL, 0)) s (scope, n) ON (s.scope IS NULL) = (a.answer = 'refused')
ORDER BY a.answered_at, p.id, s.n;
DROP TABLE performer_answers;

-- Sales that are returned to their buyers because a person in what they bought withdrew: once each.
CREATE TABLE consent_refunds (
  transfer_id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performers (id),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  buyer_id uuid NOT NULL REFERENCES profiles (id),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- What the producer no longer had, and owes.
  owed_centavos bigint NOT NULL CHECK (owed_centavos >= 0),
  refunded_at timestamptz NOT NULL
);
CREATE INDEX consent_refunds_of_performer ON consent_refunds (performer_id, refunded_at);
CREATE INDEX consent_refunds_of_buyer ON consent_refunds (buyer_id, transfer_id);
CREATE INDEX consent_refunds_of_producer ON consent_refunds (producer_id, transfer_id);
