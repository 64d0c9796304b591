-- Whether the room knows that this person watches: who comes and goes is announced together, some seconds
-- later, and a page that is loaded again is no coming and going.
ALTER TABLE live_viewers ADD COLUMN announced boolean NOT NULL DEFAULT false;
CREATE INDEX live_viewers_announced ON live_viewers (live_id) WHERE announced;
