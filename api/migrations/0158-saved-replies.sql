-- Texts that a producer keeps to answer with.
CREATE TABLE saved_replies (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX saved_replies_of_producer ON saved_replies (producer_id, title, id);
