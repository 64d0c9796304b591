-- What the team arranged about a case that waits: who has it, who is to do it, until when it is put
-- off. One row for each case, so that two people can't hold it; gone rows of decided cases are swept.
CREATE TABLE work_items (
  kind text NOT NULL,
  subject_id text NOT NULL,
  assigned_to uuid REFERENCES profiles (id),
  claimed_by uuid REFERENCES profiles (id),
  claimed_until timestamptz,
  snoozed_until timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject_id),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))
);
-- A decision asks whether another person holds what it is about.
CREATE INDEX work_items_claimed ON work_items (subject_id) WHERE claimed_by IS NOT NULL;
CREATE INDEX work_items_updated ON work_items (updated_at);
CREATE INDEX work_items_of_assignee ON work_items (assigned_to) WHERE assigned_to IS NOT NULL;
