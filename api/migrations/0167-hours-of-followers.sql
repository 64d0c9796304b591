-- How many of a creator's followers were here, by the hour of São Paulo.
CREATE TABLE follower_hours (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  day date NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  followers integer NOT NULL CHECK (followers > 0),
  PRIMARY KEY (profile_id, day, hour)
);

-- Who was counted in the current hour; deleted when it is over.
CREATE TABLE follower_marks (
  hour timestamptz NOT NULL,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  PRIMARY KEY (hour, profile_id)
);
