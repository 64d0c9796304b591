-- Age assurance: which proof each place asks for, whose age was verified, and who waits for it.

-- Every version of the rules, for ever: what was asked of whom on a day can be shown years later.
CREATE TABLE age_settings (
  version integer PRIMARY KEY,
  rules jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER age_settings_are_immutable BEFORE UPDATE OR DELETE ON age_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- That a person is an adult, and nothing else about their age.
CREATE TABLE age_verifications (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  verified_at timestamptz NOT NULL
);

-- Documents waiting to be looked at. They are deleted with the decision.
CREATE TABLE age_requests (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  stage text NOT NULL DEFAULT 'requested' CHECK (stage IN ('requested', 'verified', 'refused')),
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES profiles (id),
  reason text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX age_requests_open ON age_requests (profile_id) WHERE stage = 'requested';
CREATE INDEX age_requests_of_profile ON age_requests (profile_id, requested_at DESC);
CREATE INDEX age_requests_queue ON age_requests (requested_at, id) WHERE stage = 'requested';
