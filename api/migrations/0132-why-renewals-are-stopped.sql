-- Why a fan stopped the renewal, when the fan chose a reason; the creator sees counts only.
ALTER TABLE subscriptions ADD COLUMN leave_reason text
  CHECK (leave_reason IN ('price', 'content', 'frequency', 'pause', 'other'));
-- Lists of a creator's subscribers by age; the follows have their index.
CREATE INDEX subscriptions_newest_of_producer ON subscriptions (producer_id, created_at DESC, id DESC);
