-- Places from which a profile does not want to be seen: a whole state, or one city of it.

CREATE TABLE geolocation_blocks (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- Second part of ISO 3166-2:BR.
  state_code text NOT NULL CHECK (state_code ~ '^[A-Z]{2}$'),
  -- As IBGE writes it; null is the whole state.
  city text,
  -- The city without accents and case, as viewers' places are compared with it.
  city_key text,
  created_at timestamptz NOT NULL,
  CHECK ((city IS NULL) = (city_key IS NULL)),
  CONSTRAINT geolocation_blocks_once UNIQUE NULLS NOT DISTINCT (profile_id, state_code, city_key)
);
