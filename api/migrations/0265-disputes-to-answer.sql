-- Payments that a payer's bank took back, as cases for the team: answered at the acquirer or accepted, before the scheme's deadline.
CREATE TABLE disputes (
  transfer_id uuid PRIMARY KEY REFERENCES ledger_transfers (id),
  charge_id uuid NOT NULL REFERENCES charges (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  opened_at timestamptz NOT NULL,
  answer_by timestamptz,
  decision text CHECK (decision IN ('answered', 'accepted')),
  reason text CHECK (length(reason) <= 500),
  decided_at timestamptz,
  decided_by uuid REFERENCES profiles (id),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
);
CREATE INDEX disputes_open ON disputes (opened_at, transfer_id) WHERE decision IS NULL;
CREATE INDEX disputes_of_profile ON disputes (profile_id);
CREATE INDEX disputes_decided ON disputes (decided_at) WHERE decision IS NOT NULL;
