-- A removal request that a withdrawal of consent opened, for copies of other producers; null: a person asked for it.
ALTER TABLE removal_requests ADD COLUMN performer_id uuid REFERENCES performers (id);
CREATE UNIQUE INDEX removal_requests_of_performer ON removal_requests (performer_id) WHERE decided_at IS NULL AND performer_id IS NOT NULL;
CREATE INDEX removal_requests_by_performer ON removal_requests (performer_id) WHERE performer_id IS NOT NULL;
