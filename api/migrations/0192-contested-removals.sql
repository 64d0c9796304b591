-- Removed content is not erased while an appeal against its removal waits for an answer.
ALTER TABLE moderation_decisions ADD COLUMN contested boolean NOT NULL DEFAULT false;
UPDATE moderation_decisions d SET contested = true
FROM help_tickets t JOIN admin_log a ON a.id = t.appeals
WHERE t.answered_at IS NULL AND t.report_id IS NULL AND a.subject_id::text = d.origin_id::text AND t.profile_id = d.owner_id;
