-- C2PA manifest stores of the files in uploaded archives, beside those of uploads (position 0). The position is that of file_hashes.
ALTER TABLE media_credentials
  ADD COLUMN position integer NOT NULL DEFAULT 0,
  -- The path of the file in the archive; null: the upload itself.
  ADD COLUMN name text CHECK (length(name) <= 500),
  DROP CONSTRAINT media_credentials_pkey,
  ADD PRIMARY KEY (media_id, position);
