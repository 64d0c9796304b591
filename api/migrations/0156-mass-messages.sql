-- Mass messages: one content to a selection of people. A job walks through the people by their ids;
-- `after_id` is how far it came, so that it goes on there after a crash.
CREATE TABLE broadcasts (
  id uuid PRIMARY KEY,
  sender_id uuid NOT NULL REFERENCES profiles (id),
  content_id uuid NOT NULL REFERENCES message_contents (id),
  -- As the contract's Selection.
  selection jsonb NOT NULL,
  -- Sent again, to those who have not seen that one; it has the same content.
  resend_of uuid REFERENCES broadcasts (id),
  state text NOT NULL CHECK (state IN ('scheduled', 'sending', 'sent', 'cancelled', 'unsent')),
  send_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  after_id uuid,
  receivers integer NOT NULL DEFAULT 0 CHECK (receivers >= 0),
  -- Left out, because they have had as many mass messages of the sender that day as are allowed.
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  -- Receivers who owned media of it when it was sent.
  owners integer NOT NULL DEFAULT 0 CHECK (owners >= 0),
  -- How many had read it when that was last counted.
  seen integer NOT NULL DEFAULT 0,
  seen_at timestamptz,
  -- How far its receivers were notified of a change, and whether any are left.
  announced_id uuid,
  announcing boolean NOT NULL DEFAULT false
);
CREATE INDEX broadcasts_of_sender ON broadcasts (sender_id, send_at DESC, id DESC);
CREATE INDEX broadcasts_of_content ON broadcasts (content_id);
CREATE INDEX broadcasts_resent ON broadcasts (resend_of) WHERE resend_of IS NOT NULL;

ALTER TABLE messages ADD COLUMN broadcast_id uuid REFERENCES broadcasts (id);
-- No person gets one mass message twice.
CREATE UNIQUE INDEX messages_of_broadcast ON messages (broadcast_id, receiver_id) WHERE broadcast_id IS NOT NULL;
