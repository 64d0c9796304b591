-- A person is in one private show at a time. Of several that are open the newest one stays; what is
-- locked for the others goes back with the next billing sweep.
UPDATE lives SET ended_at = now(), end_reason = 'interrupted' WHERE ended_at IS NULL
  AND EXISTS (SELECT FROM lives l WHERE l.private_watcher_id = lives.private_watcher_id
    AND l.ended_at IS NULL AND l.id > lives.id);
CREATE UNIQUE INDEX lives_private_open ON lives (private_watcher_id) WHERE ended_at IS NULL;
