-- Messages that are sent for a producer when something happens: what is due, what was sent, and what was not, with the reason. The row
-- is written before the message, so that a process that dies in between neither loses it nor sends it twice.
CREATE TABLE automatic_messages (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  trigger text NOT NULL CHECK (trigger IN ('follow', 'firstSubscription')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Null: it waits.
  decided_at timestamptz,
  message_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  -- Why it was not sent.
  skipped text CHECK (skipped IN ('blocked', 'muted', 'left', 'stopped')),
  CHECK (decided_at IS NOT NULL OR (message_id IS NULL AND skipped IS NULL))
);
-- The welcome message: once for each pair.
CREATE UNIQUE INDEX automatic_messages_one_welcome ON automatic_messages (producer_id, profile_id);
CREATE INDEX automatic_messages_due ON automatic_messages (due_at, id) WHERE decided_at IS NULL;
CREATE INDEX automatic_messages_of_producer ON automatic_messages (producer_id, created_at DESC, id DESC);
CREATE INDEX automatic_messages_of_profile ON automatic_messages (profile_id);
CREATE INDEX automatic_messages_of_message ON automatic_messages (message_id) WHERE message_id IS NOT NULL;
