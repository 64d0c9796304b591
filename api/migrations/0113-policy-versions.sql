-- Every text that people agree to, in each of its versions, and how far the notice of a change got.

CREATE TABLE policy_versions (
  policy text NOT NULL CHECK (policy IN ('terms', 'privacy', 'cookies', 'contract')),
  -- SHA-256 of the Portuguese text, in hex, as in policy_acceptances.
  version text NOT NULL,
  -- Markdown by language: {"pt": ..., "en": ..., "es": ...}.
  texts jsonb NOT NULL,
  published_at timestamptz NOT NULL,
  in_force_at timestamptz NOT NULL CHECK (in_force_at >= published_at),
  -- The last member, in the order of ids, whom the notice was written to.
  notified_through uuid,
  -- When the notice had been written to all members.
  notified_at timestamptz,
  PRIMARY KEY (policy, version)
);
