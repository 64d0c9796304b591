-- What was kept of a person after the removal of their account and is deleted because its time is over.
CREATE TABLE lapsed_data (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- The text that names it on the privacy page.
  kind text NOT NULL,
  lapsed_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, kind)
);
