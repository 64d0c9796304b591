-- What was decided on a report, by whom, and why; people are told the reason.
ALTER TABLE reports
  ADD COLUMN outcome text CHECK (outcome IN ('removed', 'dismissed')),
  ADD COLUMN decision_reason text NOT NULL DEFAULT '' CHECK (length(decision_reason) <= 500),
  ADD COLUMN decided_by uuid REFERENCES profiles (id),
  ADD CONSTRAINT reports_decided_whole CHECK ((decided_at IS NULL) = (outcome IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL));
CREATE INDEX reports_decided ON reports (decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;
