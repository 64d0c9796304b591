-- Who people are: accounts, sessions, profiles, and who follows or blocks whom.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email citext NOT NULL UNIQUE,
  email_confirmed_at timestamptz,
  password_hash text,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin')),
  blocked_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  domain_name citext NOT NULL UNIQUE CHECK (domain_name ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$'),
  display_name text NOT NULL,
  about text NOT NULL DEFAULT '',
  avatar_media_id uuid,
  cover_media_id uuid,
  producer_stage text NOT NULL DEFAULT 'member'
    CHECK (producer_stage IN ('member', 'requested', 'approved', 'rejected', 'suspended')),
  cellphone text,
  default_language text CHECK (default_language IN ('pt', 'en', 'es')),
  comments_enabled boolean NOT NULL DEFAULT true,
  -- Platform's fee for this producer in basis points; null means the installation's.
  fee_bps integer CHECK (fee_bps BETWEEN 0 AND 10000),
  total_followers integer NOT NULL DEFAULT 0,
  total_following integer NOT NULL DEFAULT 0,
  total_posts integer NOT NULL DEFAULT 0,
  total_likes integer NOT NULL DEFAULT 0,
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX profiles_producers_seen ON profiles (last_seen_at DESC NULLS LAST, id) WHERE producer_stage = 'approved';

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- SHA-256 of the refresh token in force, and of the one before it (reuse of any older one ends the session).
  refresh_hash bytea NOT NULL UNIQUE,
  previous_refresh_hash bytea,
  rotated_at timestamptz NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  address inet,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text
);
CREATE INDEX sessions_of_user ON sessions (user_id, last_used_at DESC);
CREATE INDEX sessions_previous_refresh ON sessions (previous_refresh_hash);

-- Every refresh token ever rotated away, so that reuse of an old one is recognised until it would have expired.
CREATE TABLE rotated_refresh_tokens (
  refresh_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rotated_at timestamptz NOT NULL
);
CREATE INDEX rotated_refresh_tokens_age ON rotated_refresh_tokens (rotated_at);

CREATE TABLE follows (
  follower_id uuid NOT NULL REFERENCES profiles (id),
  followee_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (follower_id, followee_id),
  CHECK (follower_id <> followee_id)
);
CREATE INDEX follows_followers ON follows (followee_id, created_at DESC, follower_id);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES profiles (id),
  blocked_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id, blocker_id);

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  type text NOT NULL,
  from_profile_id uuid REFERENCES profiles (id),
  post_id uuid,
  amount_centavos bigint,
  created_at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notifications_of_profile ON notifications (profile_id, created_at DESC, id DESC);
-- The badge, and whether an equal one waits to be read.
CREATE INDEX notifications_unread ON notifications (profile_id, type) WHERE read_at IS NULL;
