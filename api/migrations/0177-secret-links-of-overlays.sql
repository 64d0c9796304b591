-- Secret links by which programs read the events of a producer's rooms; only the hash of a key is kept.
CREATE TABLE overlay_links (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  label text NOT NULL CHECK (length(label) <= 40),
  key_hash bytea NOT NULL UNIQUE,
  ending text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX overlay_links_of_producer ON overlay_links (producer_id);
