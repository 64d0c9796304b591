-- Limits against fraud: declined cards also by browser and by the first digits of the card; alerts about
-- limits that were reached, with their evidence and decision; and the new accounts that pay a producer.
-- A decline of a process of the release before has neither browser nor digits, and counts by account and network.
ALTER TABLE card_attempts ADD COLUMN device bytea, ADD COLUMN bin text CHECK (bin ~ '^\d{6}$');
CREATE INDEX card_attempts_of_device ON card_attempts (device, at) WHERE declined AND device IS NOT NULL;
CREATE INDEX card_attempts_of_bin ON card_attempts (bin, at) WHERE bin IS NOT NULL;

CREATE TABLE fraud_alerts (
  id uuid PRIMARY KEY,
  rule text NOT NULL CHECK (rule IN ('declinesAccount', 'declinesAddress', 'declinesDevice', 'declinesBin', 'declinesAlarm', 'pairDay', 'pairWeek', 'pairSales', 'newPayer', 'newPayers')),
  -- What is counted: an account, network, browser, the digits, a pair of payer and producer, a producer.
  subject text NOT NULL,
  about_id uuid REFERENCES profiles (id),
  producer_id uuid REFERENCES profiles (id),
  evidence jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  hits integer NOT NULL DEFAULT 1 CHECK (hits > 0),
  decision text CHECK (decision IN ('release', 'refund', 'block')),
  decided_by uuid REFERENCES profiles (id),
  decided_at timestamptz,
  reason text,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (reason IS NULL))
);
CREATE UNIQUE INDEX fraud_alerts_open ON fraud_alerts (subject, rule) WHERE decision IS NULL;
CREATE INDEX fraud_alerts_waiting ON fraud_alerts (opened_at, id) WHERE decision IS NULL;
CREATE INDEX fraud_alerts_decided ON fraud_alerts (decided_at DESC, id) WHERE decision IS NOT NULL;
CREATE INDEX fraud_alerts_releases ON fraud_alerts (subject, decided_at) WHERE decision = 'release';
CREATE INDEX fraud_alerts_about ON fraud_alerts (about_id);
CREATE INDEX fraud_alerts_producer ON fraud_alerts (producer_id);
CREATE INDEX fraud_alerts_decider ON fraud_alerts (decided_by);

CREATE TABLE new_payers (
  producer_id uuid NOT NULL REFERENCES profiles (id),
  payer_id uuid NOT NULL REFERENCES profiles (id),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (producer_id, payer_id)
);
CREATE INDEX new_payers_of_payer ON new_payers (payer_id);
CREATE INDEX new_payers_age ON new_payers (first_at);
