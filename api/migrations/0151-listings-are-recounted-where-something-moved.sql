-- Which listings are to be recounted: those whose followers or likes changed, and those with a post that is no longer recent. Before, all were
-- recounted every ten minutes. Changes that no mark tells of are found by a slow pass over all of them each night.
ALTER TABLE profile_listings
  ADD COLUMN counters_moved boolean NOT NULL DEFAULT true,
  -- When the oldest of the recent posts is 30 days old; null without any.
  ADD COLUMN recent_until timestamptz;
ALTER TABLE profile_listings ALTER COLUMN counters_moved SET DEFAULT false;
CREATE INDEX profile_listings_moved ON profile_listings (profile_id) WHERE counters_moved;
CREATE INDEX profile_listings_recent_until ON profile_listings (recent_until);
