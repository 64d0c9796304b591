-- The removal request with which a picture was sent that its decision blocked, so that a won appeal
-- can end that.
ALTER TABLE blocked_pictures ADD COLUMN request_id uuid;
UPDATE blocked_pictures b SET request_id = r.id FROM removal_hashes h
  JOIN removal_requests r ON r.id = h.request_id
  WHERE b.media_id IS NULL AND b.pdq = h.hash AND r.outcome = 'removed'
    AND b.created_at BETWEEN r.decided_at - interval '1 minute' AND r.decided_at + interval '1 minute';
CREATE INDEX blocked_pictures_by_request ON blocked_pictures (request_id) WHERE request_id IS NOT NULL;
