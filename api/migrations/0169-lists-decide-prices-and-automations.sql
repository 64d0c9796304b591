-- A list decides who writes to a producer for free, and whom an automation is for. Lists are deleted
-- by a mark, so that a reference stays valid: a deleted list has nobody.
ALTER TABLE chat_options ADD COLUMN free_list_id uuid REFERENCES lists (id);
ALTER TABLE automations ADD COLUMN list_id uuid REFERENCES lists (id);
ALTER TABLE automatic_messages DROP CONSTRAINT automatic_messages_skipped_check,
  ADD CONSTRAINT automatic_messages_skipped_check CHECK (skipped IN ('blocked', 'muted', 'left', 'notInList', 'stopped'));

-- Prices of a mass message for groups of its receivers, [{"for": a selection part, "price": centavos}];
-- the message keeps the price that its receiver got, null: that of its content.
ALTER TABLE broadcasts ADD COLUMN prices jsonb NOT NULL DEFAULT '[]';
ALTER TABLE messages ADD COLUMN price_centavos bigint CHECK (price_centavos > 0);
