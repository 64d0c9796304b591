-- Posts that wait to be published, one pinned to the top of its profile, and a total of those on show that is never ahead of time.

ALTER TABLE posts
  -- Written, and not published until its owner asks: nothing makes it playable before.
  ADD COLUMN draft boolean NOT NULL DEFAULT false,
  -- How long it is on show; expires_at follows from it and start_when.
  ADD COLUMN active_days smallint CHECK (active_days BETWEEN 1 AND 365),
  ADD COLUMN pinned boolean NOT NULL DEFAULT false,
  ADD COLUMN edited_at timestamptz,
  -- Whether its profile's total_posts holds it.
  ADD COLUMN counted boolean NOT NULL DEFAULT false;
UPDATE posts SET counted = true WHERE playable_at IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX posts_pinned ON posts (profile_id) WHERE pinned;
CREATE INDEX posts_archived ON posts (profile_id, archived_at DESC, id DESC) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
