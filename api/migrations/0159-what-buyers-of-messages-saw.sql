-- Counts the changes of what a content says and sells, so that a purchase can name what its buyer saw.
ALTER TABLE message_contents ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0);

-- Media that the buyer owned otherwise, so that this purchase did not pay for them.
ALTER TABLE message_purchases ADD COLUMN owned_media uuid[] NOT NULL DEFAULT '{}';

-- The profile has sent a message of their own, not by an automation: kept, because it is asked at each message.
ALTER TABLE chat_members ADD COLUMN has_written boolean NOT NULL DEFAULT false;
UPDATE chat_members m SET has_written = true
  WHERE EXISTS (SELECT FROM messages w WHERE w.chat_id = m.chat_id AND w.sender_id = m.profile_id AND w.writer = 'person');
