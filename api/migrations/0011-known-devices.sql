-- Devices a person was here with, so that a letter tells of a new one.

CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the browser's own cookie: tells "the same again" and nothing else.
  device_hash bytea NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX known_devices_age ON known_devices (last_seen_at);
