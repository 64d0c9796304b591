-- Money on its way out: cash-outs and every step each one took.

CREATE TABLE cash_outs (
  -- Also the idempotency key at the gateway (idEnvio).
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  status text NOT NULL CHECK (status IN ('requested', 'approved', 'sent', 'paid', 'returned')),
  -- What left the earnings; the payee gets it without the fee.
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  fee_centavos bigint NOT NULL CHECK (fee_centavos >= 0 AND fee_centavos < amount_centavos),
  -- Where it goes and in whose name, sealed: removing the account changes nothing of what is under way. Forgotten a while after the end.
  sealed bytea,
  -- The same masked, for lists.
  destination text NOT NULL,
  provider text NOT NULL,
  provider_ref text,
  -- Why it came back: a code of ours, or the gateway's words.
  reason text,
  -- Each move is a compare-and-set on it.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  -- The calendar day in São Paulo that its limits count it in.
  day date NOT NULL,
  finished_at timestamptz,
  -- When the gateway is asked next; null while it waits for an administrator and once nothing more is expected.
  next_check_at timestamptz
);
CREATE INDEX cash_outs_of_profile ON cash_outs (profile_id, created_at DESC, id DESC);
CREATE INDEX cash_outs_to_check ON cash_outs (next_check_at, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX cash_outs_queue ON cash_outs (created_at, id) WHERE status = 'requested';

-- How a cash-out got to each of its versions.
CREATE TABLE cash_out_events (
  cash_out_id uuid NOT NULL REFERENCES cash_outs (id),
  version integer NOT NULL,
  from_status text,
  to_status text NOT NULL,
  reason text,
  source text NOT NULL CHECK (source IN ('person', 'admin', 'job', 'webhook')),
  at timestamptz NOT NULL,
  PRIMARY KEY (cash_out_id, version)
);
CREATE TRIGGER cash_out_events_are_immutable BEFORE UPDATE OR DELETE ON cash_out_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_out_events_are_kept BEFORE TRUNCATE ON cash_out_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
