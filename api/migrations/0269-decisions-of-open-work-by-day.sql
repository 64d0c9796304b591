-- The overview times the decisions of all queues: found by when they were made, and counted for the days before, too.
CREATE INDEX content_reviews_decided ON content_reviews (decided_at) WHERE decided_by IS NOT NULL;
CREATE INDEX age_requests_decided ON age_requests (decided_at) WHERE decided_by IS NOT NULL;
CREATE INDEX performers_by_review ON performers (reviewed_at) WHERE reviewed_by IS NOT NULL;
CREATE INDEX charge_reviews_decided ON charge_reviews (decided_at) WHERE decided_by IS NOT NULL;
INSERT INTO stale_days (day) SELECT DISTINCT day FROM day_counts ON CONFLICT DO NOTHING;
