-- How many people bought a post, and how many subscribe to a profile, counted for its owner without reading every right there is.
CREATE INDEX access_of_post ON access (post_id) WHERE kind = 'post';
CREATE INDEX access_of_producer ON access (producer_id, expires_at) WHERE kind = 'subscription';
