-- A mass message that is withheld while it is sent: its sending has stopped where `after_id` says, and goes on
-- when its sender asks for it once it is shown again. Its state stays `sending`, which a process of the
-- release before knows.
ALTER TABLE broadcasts ADD COLUMN stopped_at timestamptz;
