-- Decisions to remove content, one row for each thing: what statements of reasons say, what a won appeal restores, and what is erased when the time
-- to contest is over. Until then it is withheld: its withholdings have the cause 'decision' and the decision's id.
CREATE TABLE moderation_decisions (
  id uuid PRIMARY KEY,
  target_kind text NOT NULL CHECK (target_kind IN ('post', 'media', 'comment', 'message', 'order', 'profile', 'live')),
  target_id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  -- What it came of, and the id of the report, removal request or media.
  origin text NOT NULL CHECK (origin IN ('report', 'removal', 'moderation')),
  origin_id uuid NOT NULL,
  code text NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 500),
  decided_by uuid NOT NULL REFERENCES profiles (id),
  decided_at timestamptz NOT NULL,
  -- Texts of a custom order that the removal took out.
  sealed bytea,
  -- When it is erased; null of what is not kept, such as the end of a show.
  erase_at timestamptz,
  erased_at timestamptz,
  restored_at timestamptz,
  restored_by uuid REFERENCES profiles (id),
  CHECK (erased_at IS NULL OR restored_at IS NULL),
  CHECK ((restored_at IS NULL) = (restored_by IS NULL))
);
CREATE INDEX moderation_decisions_of ON moderation_decisions (owner_id, decided_at DESC);
CREATE INDEX moderation_decisions_to_erase ON moderation_decisions (erase_at) WHERE erased_at IS NULL AND restored_at IS NULL AND erase_at IS NOT NULL;
CREATE INDEX moderation_decisions_from ON moderation_decisions (origin_id);
CREATE INDEX moderation_decisions_decided ON moderation_decisions (decided_at);

-- Messages are withheld too, by their own id or that of their content. A review before publication has a state of its own on what it holds.
ALTER TABLE withholdings
  DROP CONSTRAINT withholdings_cause_check,
  DROP CONSTRAINT withholdings_target_kind_check,
  ADD CONSTRAINT withholdings_cause_check CHECK (cause IN ('report', 'decision', 'removal')),
  ADD CONSTRAINT withholdings_target_kind_check CHECK (target_kind IN ('post', 'media', 'comment', 'message'));

-- An appeal has a deadline, reminders and an outcome. One of a person whose report was refused names the report.
ALTER TABLE help_tickets
  ADD COLUMN report_id uuid REFERENCES reports (id),
  ADD COLUMN due_at timestamptz,
  ADD COLUMN reminders smallint NOT NULL DEFAULT 0,
  ADD COLUMN outcome text CHECK (outcome IN ('upheld', 'overturned')),
  ADD CONSTRAINT help_tickets_outcome_of CHECK (outcome IS NULL OR appeals IS NOT NULL AND answered_at IS NOT NULL),
  ADD CONSTRAINT help_tickets_report_of CHECK (report_id IS NULL OR appeals IS NOT NULL);
UPDATE help_tickets SET due_at = created_at + interval '7 days' WHERE appeals IS NOT NULL;
CREATE INDEX help_tickets_appeals ON help_tickets (due_at) WHERE appeals IS NOT NULL AND answered_at IS NULL;
