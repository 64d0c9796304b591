-- An administrator blocks an account with a reason and, where they want, an end. The stage of the profile before the block is kept, because a
-- blocked profile is suspended, and the end of the block gives the stage back. What happened is in admin_log.
ALTER TABLE users
  ADD COLUMN block_reason text NOT NULL DEFAULT '' CHECK (length(block_reason) <= 500),
  ADD COLUMN block_ends_at timestamptz,
  ADD COLUMN stage_before_block text,
  ADD CONSTRAINT users_block_whole CHECK (blocked_at IS NOT NULL OR (block_reason = '' AND block_ends_at IS NULL AND stage_before_block IS NULL));

-- The list of people is searched by a part of an address, and begins with the newest.
CREATE INDEX users_emails ON users USING gin (searchable(email::text) gin_trgm_ops);
CREATE INDEX users_newest ON users (created_at DESC, id DESC);
CREATE INDEX users_blocked ON users (created_at DESC, id DESC) WHERE blocked_at IS NOT NULL;
