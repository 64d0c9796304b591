-- Payments on their way in, every step each one took, and what gateways told us.

CREATE TABLE charges (
  -- Also the idempotency key at the gateway.
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  provider text NOT NULL,
  method text NOT NULL CHECK (method IN ('pix')),
  status text NOT NULL
    CHECK (status IN ('created', 'pending', 'paid', 'expired', 'failed', 'refunded', 'charged_back', 'review')),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- What came, as the gateway tells; it only grows.
  paid_centavos bigint NOT NULL DEFAULT 0 CHECK (paid_centavos >= 0),
  provider_ref text,
  -- What to show the payer: { brCode, expiresAt }. Null until the gateway gave it.
  presentment jsonb,
  -- What the money is for, to be finished once it is there.
  intent jsonb,
  -- Asked of the gateway in seconds from created_at, so that asking again asks for the same; then what the gateway said.
  expires_at timestamptz NOT NULL,
  -- When the money that was credited came; null as long as nothing was credited.
  paid_at timestamptz,
  failure_code text,
  -- Each move is a compare-and-set on it.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  -- When the gateway is asked next; null once nothing more is expected.
  next_check_at timestamptz
);
CREATE UNIQUE INDEX charges_provider_ref ON charges (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX charges_to_check ON charges (next_check_at, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX charges_of_profile ON charges (profile_id, created_at DESC, id DESC);

-- How a charge got to each of its versions.
CREATE TABLE charge_events (
  charge_id uuid NOT NULL REFERENCES charges (id),
  version integer NOT NULL,
  from_status text,
  to_status text NOT NULL,
  paid_centavos bigint NOT NULL,
  failure_code text,
  -- Who made us look.
  source text NOT NULL CHECK (source IN ('person', 'webhook', 'reconciliation')),
  at timestamptz NOT NULL,
  PRIMARY KEY (charge_id, version)
);
CREATE FUNCTION charge_events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on charge_events is refused: what happened to a charge is only added to', TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER charge_events_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON charge_events
  FOR EACH STATEMENT EXECUTE FUNCTION charge_events_refuse_change();

-- Notifications of gateways as they came, kept before anything is done with them. The same bytes again are the same event.
CREATE TABLE inbound_events (
  provider text NOT NULL,
  -- SHA-256 of the body, in hexadecimal.
  event_key text NOT NULL,
  raw bytea NOT NULL,
  -- Only those that tell what it is; never what proves who sent it.
  headers jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  PRIMARY KEY (provider, event_key)
);
CREATE INDEX inbound_events_age ON inbound_events (received_at);

-- Notifications that did not prove who sent them: counted, and nothing of them kept, so that strangers can't fill the disk.
CREATE TABLE inbound_refusals (
  provider text NOT NULL,
  day date NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (provider, day)
);
