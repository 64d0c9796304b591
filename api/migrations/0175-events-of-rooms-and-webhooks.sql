-- Events of a producer's rooms for programs outside. A producer has a log from the first connected program on; without one nothing
-- is written. `last_seq` is locked until the transaction that adds an event ends, so that events are seen in the order of `seq`.
CREATE TABLE live_event_logs (
  producer_id uuid PRIMARY KEY REFERENCES profiles (id),
  last_seq bigint NOT NULL DEFAULT 0
);

-- `subject_id`: what the event is about (a tip's line, a goal, a show), once for each type. `from_id` is a person whose name is looked
-- up when the event is sent; `data` has no personal data.
CREATE TABLE live_events (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES live_event_logs (producer_id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('tip.received', 'menu.ordered', 'menu.done', 'goal.reached', 'show.started', 'show.ended', 'test')),
  subject_id uuid NOT NULL,
  from_id uuid REFERENCES profiles (id),
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (producer_id, seq),
  UNIQUE (producer_id, type, subject_id)
);
CREATE INDEX live_events_by_age ON live_events (created_at);
CREATE INDEX live_events_from ON live_events (from_id) WHERE from_id IS NOT NULL;

-- The address of a producer's program. Events after `last_seq` have no delivery yet. Secrets are sealed.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL UNIQUE REFERENCES profiles (id),
  url text NOT NULL CHECK (length(url) <= 500),
  secret bytea NOT NULL,
  former_secret bytea,
  former_until timestamptz,
  last_seq bigint NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  rotated_at timestamptz,
  CHECK ((former_secret IS NULL) = (former_until IS NULL))
);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES live_events (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  status smallint,
  problem text CHECK (problem IN ('refused', 'unreachable', 'timeout')),
  created_at timestamptz NOT NULL,
  tried_at timestamptz,
  UNIQUE (webhook_id, event_id)
);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
