-- Members may call for a party where its producer says so, as they call for a private show where it has a price.
ALTER TABLE camera_settings ADD COLUMN party_calls boolean NOT NULL DEFAULT false;
