-- A visitor whose report or removal request was refused contests it: a ticket without a profile. The address
-- for its answer is sealed, and erased with the answer.
ALTER TABLE help_tickets
  ALTER COLUMN profile_id DROP NOT NULL,
  ADD COLUMN removal_id uuid REFERENCES removal_requests (id),
  ADD COLUMN sealed_contact bytea,
  ADD CONSTRAINT help_tickets_of_someone CHECK (profile_id IS NOT NULL OR report_id IS NOT NULL OR removal_id IS NOT NULL),
  ADD CONSTRAINT help_tickets_removal_of CHECK (removal_id IS NULL OR (profile_id IS NULL AND report_id IS NULL AND appeals IS NOT NULL)),
  ADD CONSTRAINT help_tickets_contact_of CHECK (sealed_contact IS NULL OR (profile_id IS NULL AND answered_at IS NULL));
-- One for each decision.
CREATE UNIQUE INDEX help_tickets_of_visitors ON help_tickets (coalesce(report_id, removal_id)) WHERE profile_id IS NULL;
