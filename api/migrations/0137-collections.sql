-- Collections: posts of one producer that are sold together.
CREATE TABLE collections (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) <= 1000),
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  created_at timestamptz NOT NULL,
  -- Off sale.
  paused_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX collections_of_producer ON collections (producer_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE collection_posts (
  collection_id uuid NOT NULL REFERENCES collections (id),
  post_id uuid NOT NULL REFERENCES posts (id),
  position integer NOT NULL,
  PRIMARY KEY (collection_id, post_id)
);
CREATE INDEX collection_posts_of_post ON collection_posts (post_id);

-- What was paid for a collection. The posts are those of table access with the same transfer.
CREATE TABLE collection_purchases (
  transfer_id uuid PRIMARY KEY,
  collection_id uuid NOT NULL REFERENCES collections (id),
  buyer_id uuid NOT NULL REFERENCES profiles (id),
  price_centavos bigint NOT NULL CHECK (price_centavos > 0),
  -- The producer's part.
  share_centavos bigint NOT NULL CHECK (share_centavos >= 0),
  created_at timestamptz NOT NULL,
  -- The money went back.
  revoked_at timestamptz
);
CREATE INDEX collection_purchases_of_buyer ON collection_purchases (buyer_id, created_at DESC);
CREATE INDEX collection_purchases_of_collection ON collection_purchases (collection_id);
