-- Items of clock-driven batches that failed: each waits for its own next try, so that it never stops the items behind it.

CREATE TABLE failing_items (
  -- The job whose batch the item belongs to.
  work text NOT NULL,
  item_id text NOT NULL,
  failures integer NOT NULL CHECK (failures > 0),
  first_failed_at timestamptz NOT NULL,
  retry_at timestamptz NOT NULL,
  error text NOT NULL,
  PRIMARY KEY (work, item_id)
);

-- Notifications that the clock still has to process.
CREATE INDEX inbound_events_waiting ON inbound_events (received_at) WHERE processed_at IS NULL;
