-- Messages of conversations. Each has its place in its conversation, 1, 2, 3... without gaps, given while the row of the conversation is
-- locked: a client that has all places up to n has missed nothing before n.
ALTER TABLE chats ADD COLUMN last_seq bigint NOT NULL DEFAULT 0 CHECK (last_seq >= 0);

-- Text and media that may be sent to many and sold: a change or an unsending is one row, whatever the number of receivers.
CREATE TABLE message_contents (
  id uuid PRIMARY KEY,
  author_id uuid NOT NULL REFERENCES profiles (id),
  text text NOT NULL CHECK (length(text) <= 4000),
  -- Of the media that are not free, and of the text where it is locked.
  price_centavos bigint CHECK (price_centavos > 0),
  text_locked boolean NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  unsent_at timestamptz,
  CHECK (price_centavos IS NOT NULL OR NOT text_locked)
);
CREATE INDEX message_contents_of_author ON message_contents (author_id, created_at DESC);

CREATE TABLE message_content_media (
  content_id uuid NOT NULL REFERENCES message_contents (id) ON DELETE CASCADE,
  media_id uuid NOT NULL REFERENCES media (id),
  position integer NOT NULL,
  -- Shown without paying.
  free boolean NOT NULL,
  PRIMARY KEY (content_id, media_id)
);
CREATE INDEX message_content_media_of_media ON message_content_media (media_id);

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  seq bigint NOT NULL CHECK (seq > 0),
  sender_id uuid NOT NULL REFERENCES profiles (id),
  receiver_id uuid NOT NULL REFERENCES profiles (id),
  -- The sender's Idempotency-Key, by which their devices recognise the message.
  client_key text,
  -- Empty for a message with a content, which has the text.
  text text NOT NULL CHECK (length(text) <= 4000),
  content_id uuid REFERENCES message_contents (id),
  writer text NOT NULL CHECK (writer IN ('person', 'team', 'automation', 'ai')),
  writer_name text,
  reply_to_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  -- What the sender paid for writing.
  fee_centavos bigint NOT NULL DEFAULT 0 CHECK (fee_centavos >= 0),
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  unsent_at timestamptz,
  pinned_at timestamptz,
  UNIQUE (chat_id, seq),
  CHECK (content_id IS NULL OR text = '')
);
CREATE INDEX messages_of_content ON messages (content_id, receiver_id) WHERE content_id IS NOT NULL;
CREATE INDEX messages_pinned ON messages (chat_id, pinned_at) WHERE pinned_at IS NOT NULL;
CREATE INDEX messages_of_sender ON messages (sender_id, id);
CREATE INDEX messages_replies ON messages (reply_to_id) WHERE reply_to_id IS NOT NULL;

CREATE TABLE message_reactions (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  emoji text NOT NULL CHECK (length(emoji) <= 8),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, profile_id)
);

-- Who bought the media of a content. Paid once per person, whichever message of it they bought.
CREATE TABLE message_purchases (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES message_contents (id),
  buyer_id uuid NOT NULL REFERENCES profiles (id),
  -- Null: the buyer owned all of its media, and paid nothing.
  transfer_id uuid,
  price_centavos bigint NOT NULL CHECK (price_centavos >= 0),
  -- The producer's part.
  share_centavos bigint NOT NULL CHECK (share_centavos >= 0),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX message_purchases_once ON message_purchases (content_id, buyer_id);
CREATE INDEX message_purchases_of_buyer ON message_purchases (buyer_id, created_at DESC);
CREATE INDEX message_purchases_of_transfer ON message_purchases (transfer_id) WHERE transfer_id IS NOT NULL;

-- The last message is read from messages, so that changing or unsending it needs no change here.
ALTER TABLE chat_members
  DROP COLUMN last_message,
  ADD COLUMN read_seq bigint NOT NULL DEFAULT 0 CHECK (read_seq >= 0),
  ADD COLUMN muted_at timestamptz;

-- Who may write to a producer, and what it costs.
CREATE TABLE chat_options (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  audience text NOT NULL CHECK (audience IN ('everyone', 'followers', 'members')),
  only_tipped boolean NOT NULL,
  members_free boolean NOT NULL,
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  updated_at timestamptz NOT NULL
);
