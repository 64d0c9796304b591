-- What goes back in the panel of e.Rede is seen only by asking: payments of the last 180 days are asked about from now on, the first time
-- within a day, each at a moment of its own.
UPDATE charges SET next_check_at = now() + random() * interval '1 day'
WHERE provider = 'rede' AND paid_at IS NOT NULL AND status IN ('paid', 'review') AND next_check_at IS NULL AND created_at > now() - interval '180 days';
