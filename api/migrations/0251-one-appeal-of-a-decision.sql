-- A person appeals a decision once, so that no answer ends the time of content while another appeal waits.
-- Of several appeals that exist the first one stays; the others become ordinary requests for help.
UPDATE help_tickets t SET appeals = NULL, report_id = NULL, outcome = NULL
WHERE t.profile_id IS NOT NULL AND t.appeals IS NOT NULL AND EXISTS (
  SELECT FROM help_tickets o WHERE o.profile_id = t.profile_id AND o.appeals = t.appeals AND o.report_id IS NOT DISTINCT FROM t.report_id
    AND (o.created_at, o.id) < (t.created_at, t.id));

UPDATE moderation_decisions d SET contested = false
WHERE d.contested AND NOT EXISTS (
  SELECT FROM help_tickets t JOIN admin_log l ON l.id = t.appeals
  WHERE t.profile_id = d.owner_id AND t.report_id IS NULL AND t.answered_at IS NULL AND l.subject_id = d.origin_id::text);

CREATE UNIQUE INDEX help_tickets_of_members ON help_tickets (profile_id, appeals, report_id) NULLS NOT DISTINCT
  WHERE profile_id IS NOT NULL AND appeals IS NOT NULL;
