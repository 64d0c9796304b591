-- Attempts at cards, so that stolen numbers can't be tried out here in great number.

CREATE TABLE card_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- A keyed hash of the network that the attempt came from.
  network bytea NOT NULL,
  declined boolean NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX card_attempts_of_profile ON card_attempts (profile_id, at) WHERE declined;
CREATE INDEX card_attempts_of_network ON card_attempts (network, at) WHERE declined;
CREATE INDEX card_attempts_age ON card_attempts (at);
-- Old notifications are found by their age.
CREATE INDEX notifications_age ON notifications (created_at);
