-- The vault: a producer's media in folders, some of them kept although no post shows them.

CREATE TABLE media_folders (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  UNIQUE (owner_id, id)
);
CREATE UNIQUE INDEX media_folders_names ON media_folders (owner_id, lower(name));

ALTER TABLE media
  ADD COLUMN folder_id uuid,
  -- Its owner keeps it: it stays when the last post with it goes.
  ADD COLUMN kept boolean NOT NULL DEFAULT false,
  -- A folder holds media of its own owner only.
  ADD CONSTRAINT media_folder_fkey FOREIGN KEY (owner_id, folder_id) REFERENCES media_folders (owner_id, id) ON DELETE SET NULL (folder_id);
CREATE INDEX media_of_folder ON media (folder_id, created_at DESC, id DESC) WHERE folder_id IS NOT NULL;
