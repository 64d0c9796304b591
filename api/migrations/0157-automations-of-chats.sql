-- A producer's rules: what happens, when after it, and what is sent then. A rule that is deleted stays for the log.
CREATE TABLE automations (
  id uuid PRIMARY KEY,
  producer_id uuid NOT NULL REFERENCES profiles (id),
  trigger text NOT NULL CHECK (trigger IN ('follow', 'firstSubscription', 'renewal', 'expiry', 'firstPurchase', 'birthday', 'silence')),
  -- Months of a birthday, days of a silence.
  period integer CHECK (period > 0),
  -- A birthday comes again each time that the months have passed.
  repeats boolean NOT NULL DEFAULT false,
  delay_minutes integer NOT NULL CHECK (delay_minutes >= 0),
  text text NOT NULL CHECK (length(text) <= 4000),
  price_centavos bigint CHECK (price_centavos > 0),
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What happened before is no event of the rule: when it was made, or last switched on.
  counts_from timestamptz NOT NULL,
  -- Up to here events were looked for.
  looked_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK ((trigger IN ('birthday', 'silence')) = (period IS NOT NULL)),
  CHECK (trigger = 'birthday' OR NOT repeats)
);
CREATE INDEX automations_of_producer ON automations (producer_id, created_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX automations_to_look_at ON automations (looked_at, id) WHERE enabled AND deleted_at IS NULL;

CREATE TABLE automation_media (
  automation_id uuid NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  media_id uuid NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  position integer NOT NULL,
  free boolean NOT NULL,
  PRIMARY KEY (automation_id, media_id)
);
CREATE INDEX automation_media_of_media ON automation_media (media_id);

-- Null: the welcome message.
ALTER TABLE automatic_messages
  ADD COLUMN automation_id uuid REFERENCES automations (id),
  -- Which event of the person, so that each is answered once.
  ADD COLUMN event_key text NOT NULL DEFAULT 'first',
  DROP CONSTRAINT automatic_messages_trigger_check,
  ADD CONSTRAINT automatic_messages_trigger_check CHECK (trigger IN ('follow', 'firstSubscription', 'renewal', 'expiry', 'firstPurchase', 'birthday', 'silence'));
DROP INDEX automatic_messages_one_welcome;
CREATE UNIQUE INDEX automatic_messages_one_welcome ON automatic_messages (producer_id, profile_id) WHERE automation_id IS NULL;
CREATE UNIQUE INDEX automatic_messages_once ON automatic_messages (automation_id, profile_id, event_key) WHERE automation_id IS NOT NULL;
CREATE INDEX subscription_periods_newest ON subscription_periods (created_at);
