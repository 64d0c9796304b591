-- What Explore sorts and filters creators by. Counting it at every request would read all posts, so it is kept: posts and plans
-- mark a listing as stale in their own transaction, and a job counts stale ones again within a minute.
CREATE TABLE profile_listings (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  -- When the creator was approved for the first time.
  listed_at timestamptz NOT NULL,
  -- The plan's monthly price; 0: never sold one, so following is enough; null: sold one before and none now.
  price_centavos bigint,
  -- Of the posts that are listed now.
  total_pictures integer NOT NULL DEFAULT 0,
  total_videos integer NOT NULL DEFAULT 0,
  -- Posts that were published in the last 30 days.
  recent_posts integer NOT NULL DEFAULT 0,
  popularity bigint NOT NULL DEFAULT 0,
  stale boolean NOT NULL DEFAULT true
);
CREATE INDEX profile_listings_popular ON profile_listings (popularity DESC, profile_id DESC);
CREATE INDEX profile_listings_active ON profile_listings (recent_posts DESC, profile_id DESC);
CREATE INDEX profile_listings_new ON profile_listings (listed_at DESC, profile_id DESC);
-- Those without a price come last.
CREATE INDEX profile_listings_price ON profile_listings ((coalesce(price_centavos, 1000000000000)), profile_id);
CREATE INDEX profile_listings_stale ON profile_listings (profile_id) WHERE stale;

INSERT INTO profile_listings (profile_id, listed_at)
SELECT p.id, date_trunc('milliseconds', coalesce((SELECT min(r.decided_at) FROM producer_requests r WHERE r.profile_id = p.id AND r.stage = 'approved'), p.created_at))
FROM profiles p WHERE p.producer_stage = 'approved';

-- The tags of a creator's posts that anybody may read, and on how many posts each is. In the order of bytes, which finds beginnings.
CREATE TABLE profile_tags (
  profile_id uuid NOT NULL REFERENCES profiles (id),
  tag text COLLATE "C" NOT NULL,
  posts integer NOT NULL CHECK (posts > 0),
  PRIMARY KEY (tag, profile_id)
);
CREATE INDEX profile_tags_of_profile ON profile_tags (profile_id, posts DESC, tag);

-- The order of the list, with its tie broken in the same direction, so that a page can begin after any row.
DROP INDEX profiles_producers_seen;
CREATE INDEX profiles_producers_seen ON profiles ((coalesce(last_seen_at, 'epoch'::timestamptz)) DESC, id DESC) WHERE producer_stage = 'approved';
