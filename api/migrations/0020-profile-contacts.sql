-- How to reach a person: phones and address, for the owner alone.

CREATE TABLE profile_contacts (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  -- AES-256-GCM with the installation's key, bound to the profile.
  sealed bytea NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Nothing has ever written it; phones are sealed with the rest.
ALTER TABLE profiles DROP COLUMN cellphone;
