-- What shows cost, who may enter them, calls for them, and what each watcher paid for what was delivered to them.

-- Of a producer; the defaults hold without a row.
CREATE TABLE camera_settings (
  producer_id uuid PRIMARY KEY REFERENCES profiles (id),
  party_charge text NOT NULL CHECK (party_charge IN ('free', 'minute', 'ticket', 'group')),
  party_price_centavos bigint CHECK (party_price_centavos > 0),
  ticket_price_centavos bigint CHECK (ticket_price_centavos > 0),
  group_size integer CHECK (group_size >= 2),
  -- Null: no calls for private shows are taken.
  private_price_centavos bigint CHECK (private_price_centavos > 0),
  minimum_minutes integer NOT NULL CHECK (minimum_minutes >= 1),
  -- Of watching a private show without sound; null: not allowed.
  spy_price_centavos bigint CHECK (spy_price_centavos > 0),
  reverse_camera boolean NOT NULL,
  recorded boolean NOT NULL,
  pauses_party boolean NOT NULL,
  entry text NOT NULL CHECK (entry IN ('everyone', 'followers', 'members', 'subscribers', 'list', 'spenders')),
  -- Null with entry 'list': the list was deleted, and nobody may enter.
  entry_list_id uuid REFERENCES lists (id) ON DELETE SET NULL,
  entry_spent_centavos bigint CHECK (entry_spent_centavos > 0),
  updated_at timestamptz NOT NULL
);
CREATE INDEX camera_settings_of_list ON camera_settings (entry_list_id) WHERE entry_list_id IS NOT NULL;

-- As the camera settings said when the show began.
ALTER TABLE lives
  ADD COLUMN charge text NOT NULL DEFAULT 'free' CHECK (charge IN ('free', 'minute', 'ticket', 'group')),
  ADD COLUMN ticket_price_centavos bigint CHECK (ticket_price_centavos > 0),
  ADD COLUMN group_size integer CHECK (group_size >= 2),
  -- When enough people had a ticket of the group show.
  ADD COLUMN group_ready_at timestamptz,
  ADD COLUMN minimum_minutes integer NOT NULL DEFAULT 1 CHECK (minimum_minutes >= 1),
  ADD COLUMN spy_price_centavos bigint CHECK (spy_price_centavos > 0),
  ADD COLUMN reverse_camera boolean NOT NULL DEFAULT false,
  ADD COLUMN recorded boolean NOT NULL DEFAULT false,
  ADD COLUMN entry text NOT NULL DEFAULT 'everyone' CHECK (entry IN ('everyone', 'followers', 'members', 'subscribers', 'list', 'spenders')),
  ADD COLUMN entry_list_id uuid REFERENCES lists (id) ON DELETE SET NULL,
  ADD COLUMN entry_spent_centavos bigint,
  -- A party waits from then on while its producer is in a private show.
  ADD COLUMN paused_at timestamptz,
  -- Who asked for the watcher's own picture in a private show, and since when both agree.
  ADD COLUMN reverse_asked_by uuid REFERENCES profiles (id),
  ADD COLUMN reverse_since timestamptz,
  -- When its watchers were billed last, so that one process does it.
  ADD COLUMN billed_at timestamptz,
  ADD CHECK ((charge = 'minute') = (price_per_minute_centavos IS NOT NULL)),
  ADD CHECK ((charge IN ('ticket', 'group')) = (ticket_price_centavos IS NOT NULL)),
  ADD CHECK ((charge = 'group') = (group_size IS NOT NULL)),
  ADD CHECK (paused_at IS NULL OR type = 2),
  DROP CONSTRAINT lives_end_reason_check,
  ADD CONSTRAINT lives_end_reason_check CHECK (end_reason IN ('producer', 'lost', 'neverPublished', 'moderation', 'suspended', 'interrupted', 'watcherLeft', 'notEntered', 'groupNotFilled'));

-- A producer is in one show at a time; besides it a party may be paused.
DROP INDEX lives_open;
CREATE UNIQUE INDEX lives_open ON lives (producer_id) WHERE ended_at IS NULL AND paused_at IS NULL;
CREATE UNIQUE INDEX lives_paused ON lives (producer_id) WHERE ended_at IS NULL AND paused_at IS NOT NULL;

-- A visit of a spy has no sound, and no part in the room.
ALTER TABLE live_viewers ADD COLUMN role text NOT NULL DEFAULT 'watcher' CHECK (role IN ('watcher', 'spy'));

-- Members who want a show. One that waits or is accepted is unique for its two people.
CREATE TABLE live_calls (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  caller_id uuid NOT NULL REFERENCES profiles (id),
  type smallint NOT NULL CHECK (type IN (2, 3)),
  state text NOT NULL CHECK (state IN ('waiting', 'accepted', 'entered', 'declined', 'cancelled', 'expired')),
  -- Of a minute, as the caller saw it; null: free.
  price_centavos bigint CHECK (price_centavos > 0),
  live_id uuid REFERENCES lives (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (caller_id <> producer_id),
  CHECK ((state IN ('waiting', 'accepted')) = (ended_at IS NULL)),
  CHECK (state NOT IN ('accepted', 'entered') OR live_id IS NOT NULL)
);
CREATE UNIQUE INDEX live_calls_open ON live_calls (producer_id, caller_id) WHERE ended_at IS NULL;
CREATE INDEX live_calls_expiring ON live_calls (expires_at) WHERE ended_at IS NULL;
CREATE INDEX live_calls_of_caller ON live_calls (caller_id, id);
CREATE INDEX live_calls_of_live ON live_calls (live_id) WHERE live_id IS NOT NULL;

-- What one person agreed to pay in one show, and what was delivered to them.
CREATE TABLE live_entries (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  role text NOT NULL CHECK (role IN ('watcher', 'spy')),
  charge text NOT NULL CHECK (charge IN ('minute', 'ticket', 'group')),
  -- Of a minute, or of the ticket.
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  -- Minutes that are locked at the entry.
  minimum_minutes integer NOT NULL CHECK (minimum_minutes >= 0),
  -- The rate of the platform's fee and the source of the money, both of the moment of the entry.
  fee_bps integer NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
  paid_by text CHECK (paid_by IN ('pix', 'card')),
  entered_at timestamptz NOT NULL,
  -- When media were first proven to flow, and when last; null while they do not.
  started_at timestamptz,
  seen_at timestamptz,
  delivered_ms bigint NOT NULL DEFAULT 0 CHECK (delivered_ms >= 0),
  -- Since when the next minute can't be paid, and why.
  low_at timestamptz,
  low_reason text CHECK (low_reason IN ('money', 'limit')),
  ended_at timestamptz,
  exit text CHECK (exit IN ('left', 'showEnded', 'money', 'limit', 'removed')),
  CHECK ((ended_at IS NULL) = (exit IS NULL)),
  CHECK ((low_at IS NULL) = (low_reason IS NULL)),
  CHECK (delivered_ms = 0 OR started_at IS NOT NULL)
);
CREATE UNIQUE INDEX live_entries_open ON live_entries (live_id, profile_id) WHERE ended_at IS NULL;
CREATE INDEX live_entries_of_live ON live_entries (live_id, id DESC);
CREATE INDEX live_entries_of_profile ON live_entries (profile_id, id DESC);

-- A locked minute (from 1) or ticket (0) of an entry, and what became of it.
CREATE TABLE live_payments (
  id uuid PRIMARY KEY,
  entry_id uuid NOT NULL REFERENCES live_entries (id),
  number integer NOT NULL CHECK (number >= 0),
  state text NOT NULL CHECK (state IN ('locked', 'settled', 'released', 'reversed')),
  lock_id uuid NOT NULL UNIQUE,
  settlement_id uuid UNIQUE,
  locked_at timestamptz NOT NULL,
  -- When it was settled or released.
  decided_at timestamptz,
  CHECK ((state = 'locked') = (decided_at IS NULL)),
  CHECK ((settlement_id IS NOT NULL) = (state = 'settled') OR state = 'reversed')
);
CREATE UNIQUE INDEX live_payments_once ON live_payments (entry_id, number) WHERE state IN ('locked', 'settled');
CREATE INDEX live_payments_of_entry ON live_payments (entry_id, number);
