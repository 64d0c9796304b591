-- Asking to become a producer: who asked, the sealed personal data, and what was decided.

CREATE TABLE producer_requests (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  stage text NOT NULL DEFAULT 'requested' CHECK (stage IN ('requested', 'approved', 'rejected')),
  -- Name, CPF, birth date, phone and address, sealed. Null once a rejected request was forgotten.
  sealed bytea,
  -- HMAC of the CPF with the installation's key: one person is one producer, and nobody can look a CPF up.
  document_hash bytea NOT NULL,
  -- SHA-256 of the token in the administrators' letter; gone once the request is decided.
  token_hash bytea UNIQUE,
  token_expires_at timestamptz,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES profiles (id),
  reason text NOT NULL DEFAULT '',
  CHECK ((stage = 'requested') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX producer_requests_open ON producer_requests (profile_id) WHERE stage = 'requested';
CREATE INDEX producer_requests_of_profile ON producer_requests (profile_id, requested_at DESC);
CREATE INDEX producer_requests_queue ON producer_requests (stage, requested_at, id);
CREATE INDEX producer_requests_document ON producer_requests (document_hash) WHERE stage <> 'rejected';
