-- What is said in a film, as text in a language: WebVTT, written anew by us from what its owner sent.

CREATE TABLE media_captions (
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'es')),
  vtt text NOT NULL CHECK (length(vtt) <= 250000),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (media_id, language)
);
