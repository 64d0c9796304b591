-- Whether something was made or altered by AI: as its owner says, as the C2PA manifest in the file says, and as
-- the team decided, which is the last word. The manifest store is kept as it was, since renditions lose it.
ALTER TABLE media ADD COLUMN ai_declared text NOT NULL DEFAULT 'none' CHECK (ai_declared IN ('none', 'altered', 'generated')),
  ADD COLUMN ai_found text CHECK (ai_found IN ('altered', 'generated')),
  ADD COLUMN ai_decided text CHECK (ai_decided IN ('none', 'altered', 'generated'));
ALTER TABLE posts ADD COLUMN ai_declared text NOT NULL DEFAULT 'none' CHECK (ai_declared IN ('none', 'altered', 'generated')),
  ADD COLUMN ai_decided text CHECK (ai_decided IN ('none', 'altered', 'generated'));
CREATE TABLE media_credentials (
  media_id uuid PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  -- Null: it is too long to be kept.
  manifest bytea,
  -- Null: it is damaged, or too long to be read.
  summary jsonb,
  read_at timestamptz NOT NULL
);
