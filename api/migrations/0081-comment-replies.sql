-- Answers to comments, one level deep.

ALTER TABLE comments ADD COLUMN parent_id uuid REFERENCES comments (id);
CREATE INDEX comments_answers ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL AND deleted_at IS NULL;
-- Comments of a post, the most liked first.
CREATE INDEX comments_liked ON comments (post_id, total_likes DESC, created_at DESC, id DESC) WHERE parent_id IS NULL;
