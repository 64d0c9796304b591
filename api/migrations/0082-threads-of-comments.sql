-- Deleted comments stand in their thread as long as somebody answered them: pages of threads are read without leaving them out.

CREATE INDEX comments_threads ON comments (post_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
