-- Views of profiles and posts, counted once per viewer and day.
CREATE TABLE view_days (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- Null: of the profile's page. No reference: a post may be deleted, and its views were.
  post_id uuid,
  day date NOT NULL,
  views integer NOT NULL CHECK (views > 0),
  CONSTRAINT view_days_once UNIQUE NULLS NOT DISTINCT (profile_id, day, post_id)
);

-- Who was counted today, as a hash with the salt of the day; both are deleted when the day is over.
CREATE TABLE view_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);
CREATE TABLE view_marks (
  day date NOT NULL,
  -- A profile or a post.
  subject_id uuid NOT NULL,
  viewer bytea NOT NULL,
  PRIMARY KEY (day, subject_id, viewer)
);

-- Creators who put the list of first steps away.
CREATE TABLE first_steps_dismissals (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  dismissed_at timestamptz NOT NULL
);

-- Unlocks of a creator's posts by day.
CREATE INDEX access_posts_of_producer ON access (producer_id, starts_at) WHERE kind = 'post';
