-- Who appears in media that are sent in messages, besides their producer, is declared as for posts. It
-- is kept by media, because one media is sent many times: by hand, in mass messages, by automations
-- and as the delivery of an order. Media that were sent before have no declaration: their producer
-- alone, as with posts.

CREATE TABLE media_performers (
  media_id uuid NOT NULL REFERENCES media (id),
  performer_id uuid NOT NULL REFERENCES performers (id),
  PRIMARY KEY (media_id, performer_id)
);
CREATE INDEX media_performers_in ON media_performers (performer_id);

-- Every declaration of who is in a media, by whom and when.
CREATE TABLE media_declarations (
  id uuid PRIMARY KEY,
  media_id uuid NOT NULL REFERENCES media (id),
  declared_by uuid NOT NULL REFERENCES profiles (id),
  performer_ids uuid[] NOT NULL,
  declared_at timestamptz NOT NULL
);
CREATE INDEX media_declarations_of ON media_declarations (media_id, declared_at);
CREATE INDEX media_declarations_by ON media_declarations (declared_by, id);
