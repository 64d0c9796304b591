-- To what one person of the team agreed where two decide, until the subject is decided: one row for each person, whose newest agreement takes the
-- place of the one before. Before, the audit log was searched for agreements in two ways; it still records each.
CREATE TABLE agreements (
  subject_id text NOT NULL,
  admin_id uuid NOT NULL REFERENCES profiles (id),
  -- What is proposed, where the subject alone does not say it, such as a fee; else JSON null.
  value jsonb NOT NULL,
  reason text NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (subject_id, admin_id)
);

INSERT INTO agreements (subject_id, admin_id, value, reason, agreed_at)
SELECT DISTINCT ON (a.subject_id, a.admin_profile_id) a.subject_id, a.admin_profile_id, 'null', a.reason, a.created_at FROM admin_log a
WHERE a.action IN ('cashOut.agreed', 'user.agreed', 'producer.agreed') AND a.subject_id IS NOT NULL AND a.admin_profile_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM admin_log d WHERE d.subject_id = a.subject_id AND d.id > a.id AND d.action <> a.action AND d.action NOT LIKE '%iewed')
ORDER BY a.subject_id, a.admin_profile_id, a.id DESC;

-- Fees and payout rules had their value in the subject.
INSERT INTO agreements (subject_id, admin_id, value, reason, agreed_at)
SELECT DISTINCT ON (a.profile_id, a.admin_profile_id) 'fee/' || a.profile_id, a.admin_profile_id,
  jsonb_build_object('feeBps', nullif(substring(a.subject_id FROM '[^-]+$'), 'usual')::integer), a.reason, a.created_at FROM admin_log a
WHERE a.action = 'fee.agreed' AND a.profile_id IS NOT NULL AND a.admin_profile_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM admin_log d WHERE d.profile_id = a.profile_id AND d.id > a.id AND d.action = 'producer.feeChanged')
ORDER BY a.profile_id, a.admin_profile_id, a.id DESC;
