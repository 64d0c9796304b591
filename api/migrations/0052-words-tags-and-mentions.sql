-- Posts found by their words and tags, whatever the accents, and whom they mention.

CREATE TEXT SEARCH CONFIGURATION words_pt (COPY = portuguese);
ALTER TEXT SEARCH CONFIGURATION words_pt ALTER MAPPING FOR hword, hword_part, word WITH unaccent, portuguese_stem;
-- As they were written, for names and what no dictionary of Portuguese knows.
CREATE TEXT SEARCH CONFIGURATION words_plain (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION words_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;

-- Only what anybody may read is looked through: a search must not tell what a locked text says.
CREATE INDEX posts_words ON posts USING gin ((to_tsvector('words_pt'::regconfig, text) || to_tsvector('words_plain'::regconfig, text)))
  WHERE audience = 'public' AND deleted_at IS NULL;

CREATE TABLE post_tags (
  post_id uuid NOT NULL REFERENCES posts (id),
  -- Lower case, without accents and without "#".
  tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 50),
  PRIMARY KEY (tag, post_id)
);
CREATE INDEX post_tags_of_post ON post_tags (post_id);

CREATE TABLE post_mentions (
  post_id uuid NOT NULL REFERENCES posts (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- Told, or found not to be allowed to see the post; null while it is not on show.
  decided_at timestamptz,
  PRIMARY KEY (post_id, profile_id)
);
CREATE INDEX post_mentions_of_profile ON post_mentions (profile_id);
