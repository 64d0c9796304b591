-- Where a watcher is while they watch, so that a place that is blocked during the show ends the visit; forgotten when it ends.
ALTER TABLE live_viewers ADD COLUMN region text, ADD COLUMN city text, ADD CHECK (left_at IS NULL OR (region IS NULL AND city IS NULL));

-- What is said in the room of a show, and the tips that were given there. Kept for 30 days after the show, for reports.
CREATE TABLE live_messages (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  text text NOT NULL CHECK (length(text) <= 500),
  -- Of a tip: what it was, and its payment.
  amount_centavos bigint CHECK (amount_centavos > 0),
  transfer_id uuid UNIQUE,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK ((amount_centavos IS NULL) = (transfer_id IS NULL)),
  CHECK (text <> '' OR amount_centavos IS NOT NULL)
);
CREATE INDEX live_messages_of_live ON live_messages (live_id, id);
CREATE INDEX live_messages_of_profile ON live_messages (profile_id, id);
