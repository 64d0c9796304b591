-- Log-in by the word of another house: which of its people is which account.
CREATE TABLE identities (
  provider text NOT NULL CHECK (provider IN ('google', 'facebook', 'twitter')),
  -- What the provider calls the person; never changes.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL REFERENCES users (id),
  -- As it was when they were linked, to tell several apart.
  name text NOT NULL DEFAULT '',
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);
