-- Blocks of places know countries beside the states and cities of Brazil, and a profile may be
-- shown in some countries only.

ALTER TABLE geolocation_blocks
  -- ISO 3166-1 alpha-2.
  ADD COLUMN country_code text NOT NULL DEFAULT 'BR' CHECK (country_code ~ '^[A-Z]{2}$'),
  -- Null is the whole country.
  ALTER COLUMN state_code DROP NOT NULL,
  ADD CONSTRAINT geolocation_blocks_states_of_brazil CHECK (state_code IS NULL OR country_code = 'BR'),
  ADD CONSTRAINT geolocation_blocks_city_in_state CHECK (city IS NULL OR state_code IS NOT NULL),
  DROP CONSTRAINT geolocation_blocks_once,
  ADD CONSTRAINT geolocation_blocks_once UNIQUE NULLS NOT DISTINCT (profile_id, country_code, state_code, city_key);
ALTER TABLE geolocation_blocks ALTER COLUMN country_code DROP DEFAULT;

-- Countries (ISO 3166-1 alpha-2) in which alone the profile is shown; null is everywhere.
ALTER TABLE profiles ADD COLUMN shown_only_in text[] CHECK (cardinality(shown_only_in) > 0);
