-- What one person reported, newest first: their page in the dashboard reads it, and the archive of their data. Visitors' reports have no reporter.
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_at DESC, id DESC) WHERE reporter_id IS NOT NULL;
