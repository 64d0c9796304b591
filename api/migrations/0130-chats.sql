-- Conversations of two profiles. What changes with each message is in the row of each member: the list of conversations and the count of
-- unread messages read one index, and no message.
CREATE TABLE chats (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL
);

CREATE TABLE chat_members (
  chat_id uuid NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  other_id uuid NOT NULL REFERENCES profiles (id),
  unread_messages integer NOT NULL DEFAULT 0 CHECK (unread_messages >= 0),
  -- What this member may read of the last message.
  last_message text,
  last_message_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (chat_id, profile_id),
  -- Two profiles have one conversation.
  UNIQUE (profile_id, other_id),
  CHECK (profile_id <> other_id)
);
CREATE INDEX chat_members_newest ON chat_members (profile_id, last_message_at DESC, chat_id DESC);
CREATE INDEX chat_members_unread ON chat_members (profile_id, last_message_at DESC, chat_id DESC) WHERE unread_messages > 0;
