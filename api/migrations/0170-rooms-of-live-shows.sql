-- Rooms of live shows: the idempotency key of each line, what a tip was for, and when the performer did what was bought.
ALTER TABLE live_messages
  ADD COLUMN client_key text,
  ADD COLUMN item_id uuid,
  ADD COLUMN item_label text CHECK (length(item_label) <= 60),
  ADD COLUMN goal_id uuid,
  ADD COLUMN done_at timestamptz,
  ADD CHECK ((item_id IS NULL) = (item_label IS NULL)),
  ADD CHECK (item_id IS NULL OR amount_centavos IS NOT NULL),
  ADD CHECK (done_at IS NULL OR item_id IS NOT NULL);
CREATE UNIQUE INDEX live_messages_by_key ON live_messages (profile_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX live_messages_tips ON live_messages (live_id, profile_id) WHERE amount_centavos IS NOT NULL;
-- Lines without a tip are deleted after some weeks, and of tips the text.
CREATE INDEX live_messages_by_age ON live_messages (created_at) WHERE amount_centavos IS NULL OR text <> '';

-- A line above the chat. Without a foreign key: a line that is gone is not shown, and deleting lines does not look at shows.
ALTER TABLE lives ADD COLUMN pinned_message_id uuid;

-- What a producer offers for tips in shows.
CREATE TABLE live_menu_items (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX live_menu_items_of_producer ON live_menu_items (producer_id, position, id) WHERE deleted_at IS NULL;

CREATE TABLE live_room_settings (
  producer_id uuid PRIMARY KEY REFERENCES profiles (id),
  slow_seconds integer NOT NULL CHECK (slow_seconds BETWEEN 0 AND 120),
  audience text NOT NULL CHECK (audience IN ('everyone', 'followers', 'subscribers', 'tippers')),
  updated_at timestamptz NOT NULL
);

CREATE TABLE live_moderators (
  producer_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (producer_id, profile_id),
  CHECK (producer_id <> profile_id)
);
CREATE INDEX live_moderators_of_profile ON live_moderators (profile_id);

-- What a person may not do in a show, or in all shows of the producer: `live_id` is null for a ban for good.
CREATE TABLE live_restrictions (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  live_id uuid REFERENCES lives (id),
  kind text NOT NULL CHECK (kind IN ('mute', 'kick', 'ban', 'banForGood')),
  until timestamptz,
  by_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  CHECK ((live_id IS NULL) = (kind = 'banForGood')),
  CHECK ((until IS NOT NULL) = (kind = 'kick')),
  UNIQUE NULLS NOT DISTINCT (producer_id, profile_id, live_id, kind)
);
CREATE INDEX live_restrictions_of_live ON live_restrictions (live_id) WHERE live_id IS NOT NULL;
CREATE INDEX live_restrictions_of_profile ON live_restrictions (profile_id);
CREATE INDEX live_restrictions_by ON live_restrictions (by_id);

-- What producers and moderators did in rooms; never changed.
CREATE TABLE live_room_acts (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  live_id uuid REFERENCES lives (id),
  actor_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid REFERENCES profiles (id),
  message_id uuid,
  action text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX live_room_acts_of_producer ON live_room_acts (producer_id, created_at DESC, id DESC);
CREATE INDEX live_room_acts_of_actor ON live_room_acts (actor_id);
CREATE INDEX live_room_acts_of_profile ON live_room_acts (profile_id) WHERE profile_id IS NOT NULL;
