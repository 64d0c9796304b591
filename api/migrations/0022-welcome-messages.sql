-- What a producer says to who is new: one message with pictures.

CREATE TABLE welcome_messages (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL UNIQUE REFERENCES profiles (id),
  message text NOT NULL CHECK (length(message) <= 1000),
  updated_at timestamptz NOT NULL
);

CREATE TABLE welcome_message_medias (
  welcome_message_id uuid NOT NULL REFERENCES welcome_messages (id) ON DELETE CASCADE,
  media_id uuid NOT NULL REFERENCES media (id),
  position smallint NOT NULL,
  -- Uploaded for this message: it goes when the message no longer has it, unless a post does.
  uploaded boolean NOT NULL,
  PRIMARY KEY (welcome_message_id, media_id)
);
CREATE INDEX welcome_message_medias_media ON welcome_message_medias (media_id);
