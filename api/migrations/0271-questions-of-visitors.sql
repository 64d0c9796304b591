-- People without an account, or who cannot log in, ask for help: only an appeal names the decision
-- that it is about.
ALTER TABLE help_tickets DROP CONSTRAINT help_tickets_of_someone;
ALTER TABLE help_tickets ADD CONSTRAINT help_tickets_of_someone CHECK (profile_id IS NOT NULL
  OR report_id IS NOT NULL OR removal_id IS NOT NULL OR appeals IS NULL);
