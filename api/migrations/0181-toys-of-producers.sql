-- Toys that tips and orders of a producer's rooms move. `uid` names the pairing to the maker and is no id of ours; `pending_uid` is a
-- pairing that was begun. `queue` changes when what waits is dropped; `busy_until` is the end of the last command that waits.
CREATE TABLE overlay_toys (
  producer_id uuid PRIMARY KEY REFERENCES profiles (id),
  uid uuid UNIQUE,
  pending_uid uuid UNIQUE,
  paired_at timestamptz,
  toys jsonb NOT NULL DEFAULT '[]',
  reachable boolean NOT NULL DEFAULT true,
  levels jsonb NOT NULL DEFAULT '[]',
  items jsonb NOT NULL DEFAULT '[]',
  last_seq bigint NOT NULL DEFAULT 0,
  queue uuid NOT NULL,
  busy_until timestamptz,
  CHECK ((uid IS NULL) = (paired_at IS NULL))
);
