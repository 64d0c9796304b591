-- Live shows: 2 is a party for many watchers, 3 is private for one. A producer has at most one that has not ended. Its state follows
-- from the instants: starting until `published_at`, then on air, away while `publisher_lost_at` is set, and ended.
CREATE TABLE lives (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  type smallint NOT NULL CHECK (type IN (2, 3)),
  private_watcher_id uuid REFERENCES profiles (id),
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 80),
  -- What a minute costs a watcher, as the camera settings said when the show started; null: free.
  price_per_minute_centavos bigint CHECK (price_per_minute_centavos > 0),
  started_at timestamptz NOT NULL,
  -- When picture or sound came for the first time, and since when they have been missing.
  published_at timestamptz,
  publisher_lost_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('producer', 'lost', 'neverPublished', 'moderation', 'suspended', 'interrupted')),
  total_earnings_centavos bigint NOT NULL DEFAULT 0 CHECK (total_earnings_centavos >= 0),
  total_watchers integer NOT NULL DEFAULT 0 CHECK (total_watchers >= 0),
  CHECK ((type = 3) = (private_watcher_id IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX lives_open ON lives (producer_id) WHERE ended_at IS NULL;
CREATE INDEX lives_of_producer ON lives (producer_id, started_at DESC, id DESC);
CREATE INDEX lives_of_private_watcher ON lives (private_watcher_id) WHERE private_watcher_id IS NOT NULL;

-- Visits of watchers: one row for each connection to the media of a show. The id is the connection's (`peer`) at the live engine.
CREATE TABLE live_viewers (
  id uuid PRIMARY KEY,
  live_id uuid NOT NULL REFERENCES lives (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  joined_at timestamptz NOT NULL,
  left_at timestamptz
);
CREATE INDEX live_viewers_of_live ON live_viewers (live_id, profile_id);
CREATE INDEX live_viewers_present ON live_viewers (live_id) WHERE left_at IS NULL;
CREATE INDEX live_viewers_of_profile ON live_viewers (profile_id, id);
