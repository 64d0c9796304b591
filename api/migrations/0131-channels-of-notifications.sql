-- Notifications reach people by more channels than the page: email, a daily digest and Web Push.

-- Not distributed to the other channels yet. Those from before this migration stay where they are.
ALTER TABLE notifications ADD COLUMN pending boolean NOT NULL DEFAULT false;
ALTER TABLE notifications ALTER COLUMN pending SET DEFAULT true;
CREATE INDEX notifications_pending ON notifications (created_at, id) WHERE pending;

-- When the daily email with it is due, unless it is read before.
ALTER TABLE notifications ADD COLUMN digest_at timestamptz;
CREATE INDEX notifications_digest ON notifications (digest_at, profile_id) WHERE digest_at IS NOT NULL;

-- What a person chose; without a row, and for groups that are not named, the defaults hold.
CREATE TABLE notification_settings (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  -- Groups that are not shown in the application.
  in_app_off text[] NOT NULL DEFAULT '{}',
  -- Group -> now, digest or off.
  email jsonb NOT NULL DEFAULT '{}',
  -- Group -> whether it is pushed.
  push jsonb NOT NULL DEFAULT '{}',
  -- Minutes of the day in the time zone; both or none.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone text NOT NULL DEFAULT 'America/Sao_Paulo' CHECK (length(time_zone) <= 60),
  push_details boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

-- Browsers that get Web Push. The address is a secret of the browser, so it is sealed with its keys.
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- Nothing is sent after the session has ended.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint_hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  name text NOT NULL CHECK (length(name) <= 120),
  created_at timestamptz NOT NULL
);
CREATE INDEX push_devices_of_profile ON push_devices (profile_id);
CREATE INDEX push_devices_of_session ON push_devices (session_id);

-- Whether followers were notified of the post; those from before this migration count as notified.
ALTER TABLE posts ADD COLUMN announced boolean NOT NULL DEFAULT true;
ALTER TABLE posts ALTER COLUMN announced SET DEFAULT false;

-- How far the notifications of followers of a post are written: the last follow of the last batch.
CREATE TABLE post_announcements (
  post_id uuid PRIMARY KEY REFERENCES posts (id),
  followed_at timestamptz,
  follower_id uuid,
  created_at timestamptz NOT NULL,
  CHECK ((followed_at IS NULL) = (follower_id IS NULL))
);
