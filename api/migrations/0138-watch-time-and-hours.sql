-- How long videos of posts were played, by day, and at which hours views happened.
CREATE TABLE watch_days (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- No reference: a post may be deleted, and it was watched.
  post_id uuid NOT NULL,
  day date NOT NULL,
  seconds integer NOT NULL CHECK (seconds > 0),
  PRIMARY KEY (profile_id, day, post_id)
);

-- What was credited today, by the hashes of view_marks and deleted with them: the limits of a video's
-- duration and of the time that has passed.
CREATE TABLE watch_marks (
  day date NOT NULL,
  post_id uuid NOT NULL,
  viewer bytea NOT NULL,
  seconds integer NOT NULL,
  PRIMARY KEY (day, post_id, viewer)
);
CREATE TABLE watch_viewers (
  day date NOT NULL,
  viewer bytea NOT NULL,
  since timestamptz NOT NULL,
  seconds integer NOT NULL,
  PRIMARY KEY (day, viewer)
);

-- Views of a creator's page and posts by the hour of São Paulo in which they were counted.
CREATE TABLE view_hours (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  day date NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (profile_id, day, hour)
);
