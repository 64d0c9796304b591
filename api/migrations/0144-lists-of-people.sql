-- Lists of a producer's people: kept by hand, or by a rule that is evaluated when the list is used.
CREATE TABLE lists (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- As the contract's ListRule; null: kept by hand.
  rule jsonb,
  created_at timestamptz NOT NULL,
  -- Scheduled mass messages still use it.
  deleted_at timestamptz
);
CREATE INDEX lists_of_owner ON lists (owner_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE list_members (
  list_id uuid NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (list_id, profile_id)
);
CREATE INDEX list_members_of_profile ON list_members (profile_id);

-- A producer's people in the order of their ids, by which selections are read in batches.
CREATE INDEX follows_by_followee ON follows (followee_id, follower_id);
CREATE INDEX access_by_producer ON access (producer_id, profile_id);
