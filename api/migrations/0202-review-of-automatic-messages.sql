-- What a producer's automations and welcome message send to everyone whom they are about is reviewed
-- once for each version.
ALTER TABLE content_reviews
  DROP CONSTRAINT content_reviews_kind_check,
  ADD CONSTRAINT content_reviews_kind_check CHECK (kind IN ('post', 'broadcast', 'automation', 'welcome'));

-- Since when it is held: until a decision approves it, it sends nothing, and what is due waits.
ALTER TABLE automations ADD COLUMN held_at timestamptz;
ALTER TABLE welcome_messages ADD COLUMN held_at timestamptz;
