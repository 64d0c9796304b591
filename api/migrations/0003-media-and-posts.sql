-- What people publish: media and their renditions, posts, likes, comments, and who may see what was paid for.

CREATE TABLE media (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  purpose text NOT NULL CHECK (purpose IN ('post', 'avatar', 'cover')),
  content_type text NOT NULL,
  name text,
  -- Where the upload is: bucket and key in object storage. An upload is attached once.
  bucket text NOT NULL CHECK (bucket IN ('private', 'public')),
  original_key text NOT NULL UNIQUE,
  bytes bigint,
  status text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'processing', 'processed', 'error')),
  -- A word of the contract's error list.
  error_code text,
  width integer,
  height integer,
  duration_ms integer,
  thumbhash text,
  -- 64-bit perceptual hash and that of the mirrored picture.
  perceptual_hash bigint,
  perceptual_hash_mirror bigint,
  created_at timestamptz NOT NULL,
  processed_at timestamptz
);
CREATE INDEX media_of_owner ON media (owner_id, created_at DESC, id DESC);

CREATE TABLE media_renditions (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  -- md, lg, full: for those with the right; preview: blurred, for everybody who may see the post exists.
  kind text NOT NULL CHECK (kind IN ('md', 'lg', 'full', 'preview')),
  key text NOT NULL,
  content_type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (media_id, kind)
);

ALTER TABLE profiles
  ADD FOREIGN KEY (avatar_media_id) REFERENCES media (id),
  ADD FOREIGN KEY (cover_media_id) REFERENCES media (id);

CREATE TABLE posts (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  text text NOT NULL DEFAULT '',
  price_centavos bigint CHECK (price_centavos > 0),
  audience text NOT NULL CHECK (audience IN ('public', 'members')),
  tips_enabled boolean NOT NULL DEFAULT true,
  status text NOT NULL CHECK (status IN ('error', 'processed', 'replicating', 'transcoding', 'queue',
    'temporary_processing', 'temporary_processed', 'watermarking', 'watermarked', 'processing', 'created')),
  -- Others see it from this instant on, once processed.
  start_when timestamptz NOT NULL,
  expires_at timestamptz,
  archived_at timestamptz,
  deleted_at timestamptz,
  featured_at timestamptz,
  total_likes integer NOT NULL DEFAULT 0,
  total_comments integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
-- Feeds read the newest few of each followed profile: one index range per followee.
CREATE INDEX posts_of_profile ON posts (profile_id, start_when DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX posts_published ON posts (start_when DESC, id DESC)
  WHERE deleted_at IS NULL AND archived_at IS NULL AND status = 'processed';
CREATE INDEX posts_featured ON posts (featured_at DESC, id DESC)
  WHERE featured_at IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE post_media (
  post_id uuid NOT NULL REFERENCES posts (id),
  media_id uuid NOT NULL REFERENCES media (id),
  position integer NOT NULL,
  PRIMARY KEY (post_id, position)
);
CREATE INDEX post_media_by_media ON post_media (media_id);

CREATE TABLE post_likes (
  post_id uuid NOT NULL REFERENCES posts (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, profile_id)
);
CREATE INDEX post_likes_of_profile ON post_likes (profile_id, created_at DESC, post_id DESC);

CREATE TABLE post_saves (
  post_id uuid NOT NULL REFERENCES posts (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, profile_id)
);
CREATE INDEX post_saves_of_profile ON post_saves (profile_id, created_at DESC, post_id DESC);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id),
  author_id uuid NOT NULL REFERENCES profiles (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 250),
  total_likes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX comments_of_post ON comments (post_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE comment_likes (
  comment_id uuid NOT NULL REFERENCES comments (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (comment_id, profile_id)
);

-- Entitlement: the one table that says who may see what was paid for. Written in the transaction that posts the money.
CREATE TABLE access (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  kind text NOT NULL CHECK (kind IN ('post', 'subscription')),
  producer_id uuid NOT NULL REFERENCES profiles (id),
  post_id uuid REFERENCES posts (id),
  transfer_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  expires_at timestamptz,
  CHECK ((kind = 'post') = (post_id IS NOT NULL))
);
CREATE UNIQUE INDEX access_to_post ON access (profile_id, post_id) WHERE kind = 'post';
CREATE UNIQUE INDEX access_to_producer ON access (profile_id, producer_id) WHERE kind = 'subscription';
