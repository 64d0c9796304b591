-- What administrators may do: a role for each. Those of before are owners.
ALTER TABLE users ADD COLUMN staff_role text CHECK (staff_role IN ('owner', 'finance', 'moderation', 'support', 'readOnly'));
UPDATE users SET staff_role = 'owner' WHERE role = 'admin';
-- `role` stays for processes of the version before, which read it.
ALTER TABLE users ADD CONSTRAINT users_staff_role_of_admins CHECK ((role = 'admin') = (staff_role IS NOT NULL));
CREATE INDEX users_staff ON users (id) WHERE staff_role IS NOT NULL;

-- Open invitations to the team; the token is in the email only.
CREATE TABLE staff_invitations (
  id uuid PRIMARY KEY,
  email citext NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('owner', 'finance', 'moderation', 'support', 'readOnly')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_invitations_of_inviter ON staff_invitations (invited_by);
