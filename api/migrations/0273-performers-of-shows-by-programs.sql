-- Who is declared to appear in the shows that a producer's programs open.
CREATE TABLE live_program_performers (
  producer_id uuid NOT NULL REFERENCES profiles (id),
  performer_id uuid NOT NULL REFERENCES performers (id),
  PRIMARY KEY (producer_id, performer_id)
);
CREATE INDEX live_program_performers_of_performer ON live_program_performers (performer_id);
