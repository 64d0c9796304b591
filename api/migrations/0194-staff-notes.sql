-- Notes of administrators about people: added and never changed; deleted with the personal data of the person.
CREATE TABLE staff_notes (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  author_id uuid NOT NULL REFERENCES profiles (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX staff_notes_of_profile ON staff_notes (profile_id, created_at DESC, id DESC);
CREATE INDEX staff_notes_of_author ON staff_notes (author_id);

CREATE FUNCTION staff_notes_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a note of the team is not changed';
END $$;
CREATE TRIGGER staff_notes_keep BEFORE UPDATE ON staff_notes FOR EACH ROW EXECUTE FUNCTION staff_notes_keep();
