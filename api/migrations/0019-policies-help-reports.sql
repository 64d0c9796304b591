-- What people agreed to, what they ask for help with, and what they report.

CREATE TABLE policy_acceptances (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  policy text NOT NULL CHECK (policy IN ('terms', 'privacy', 'cookies', 'contract')),
  -- SHA-256 of the Portuguese text, in hex: what exactly was agreed to.
  version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, policy, version)
);

CREATE TABLE help_tickets (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  answered_by uuid REFERENCES profiles (id),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX help_tickets_open ON help_tickets (created_at, id) WHERE answered_at IS NULL;
CREATE INDEX help_tickets_answered ON help_tickets (answered_at DESC, id) WHERE answered_at IS NOT NULL;

CREATE TABLE reports (
  id uuid PRIMARY KEY,
  -- Null: somebody without an account.
  reporter_id uuid REFERENCES profiles (id),
  -- Address for an answer, sealed; only for those without an account who gave one.
  sealed_contact bytea,
  target_kind text NOT NULL CHECK (target_kind IN ('post', 'media', 'message', 'comment', 'profile', 'live')),
  target_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('minor', 'intimateImage', 'noConsent', 'violence', 'fraud', 'copyright', 'harassment', 'other')),
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
  created_at timestamptz NOT NULL,
  -- When it must be decided: 48 hours for minors and intimate images, 7 days for the rest.
  due_at timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE INDEX reports_open ON reports (due_at, id) WHERE decided_at IS NULL;
CREATE INDEX reports_of_target ON reports (target_kind, target_id);
