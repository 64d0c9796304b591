-- Searches of people by a part of a name read every profile: 0.4 to 1.1 s of 100,000. Trigrams find three and more characters in a row.
-- unaccent() alone is no part of an index, because its dictionary could change; with the dictionary named it is.
CREATE FUNCTION searchable(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN lower(unaccent('unaccent'::regdictionary, $1));
CREATE INDEX profiles_names ON profiles USING gin (searchable(display_name || E'\n' || domain_name::text) gin_trgm_ops);

-- Whom a list hides is asked of every row of it: those who are suspended are few, and were found by reading all profiles.
CREATE INDEX profiles_suspended ON profiles (id) WHERE producer_stage = 'suspended';
