-- Content that is withheld while or because something about it is decided: a report, a decision, a removal request, a review. Each cause withholds
-- by itself and is released by itself; content is withheld while one of them is in force. posts.withheld_at follows from these rows and from the
-- performers of the post. What may not even be shown to its owner says so.
CREATE TABLE withholdings (
  id uuid PRIMARY KEY,
  target_kind text NOT NULL CHECK (target_kind IN ('post', 'media', 'comment')),
  target_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('report', 'decision', 'removal', 'review')),
  cause_id uuid NOT NULL,
  from_owner boolean NOT NULL,
  withheld_at timestamptz NOT NULL,
  released_at timestamptz,
  UNIQUE (target_kind, target_id, cause, cause_id)
);
CREATE INDEX withholdings_in_force ON withholdings (target_id, target_kind) WHERE released_at IS NULL;
CREATE INDEX withholdings_by_cause ON withholdings (cause_id);

-- Reports have a number that people can say on the phone, and administrators are reminded of those that are nearly due and of those that are late.
-- A report of terrorism has a class of its own; custom orders can be reported by their two parties.
ALTER TABLE reports
  ADD COLUMN reference text,
  ADD COLUMN reminders smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT reports_reason_check,
  DROP CONSTRAINT reports_target_kind_check;
UPDATE reports SET reference = 'R-' || upper(substr(md5(id::text), 1, 4)) || '-' || upper(substr(md5(id::text), 5, 4));
-- The default is for processes of the release before, which run beside this one for a while.
ALTER TABLE reports
  ALTER COLUMN reference SET DEFAULT 'R-' || upper(substr(md5(random()::text), 1, 4)) || '-' || upper(substr(md5(random()::text), 1, 4)),
  ALTER COLUMN reference SET NOT NULL,
  ADD CONSTRAINT reports_reason_check CHECK (reason IN ('minor', 'terrorism', 'intimateImage', 'noConsent', 'violence', 'fraud', 'copyright', 'harassment', 'other')),
  ADD CONSTRAINT reports_target_kind_check CHECK (target_kind IN ('post', 'media', 'message', 'comment', 'profile', 'live', 'order'));
CREATE INDEX reports_by_reference ON reports (reference);
