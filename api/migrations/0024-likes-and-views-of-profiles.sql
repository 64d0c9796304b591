-- Who likes a profile, whom members looked at lately, and how people wish to be found.

CREATE TABLE profile_likes (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  liker_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, liker_id),
  CHECK (profile_id <> liker_id)
);
CREATE INDEX profile_likes_of_liker ON profile_likes (liker_id, profile_id);

-- The last time a member opened a page. Forgotten after a month; of visitors nothing is written.
CREATE TABLE profile_views (
  viewer_id uuid NOT NULL REFERENCES profiles (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (viewer_id, profile_id),
  CHECK (viewer_id <> profile_id)
);
CREATE INDEX profile_views_lately ON profile_views (viewer_id, seen_at DESC, profile_id);
CREATE INDEX profile_views_of_profile ON profile_views (profile_id);
CREATE INDEX profile_views_age ON profile_views (seen_at);

ALTER TABLE profiles
  ADD COLUMN total_profile_likes integer NOT NULL DEFAULT 0,
  ADD COLUMN gender text CHECK (gender IN ('woman', 'man', 'trans', 'nonBinary', 'couple'));

-- A member's own list, newest first.
CREATE INDEX blocks_newest ON blocks (blocker_id, created_at DESC, blocked_id);
