-- Counts the periods of a subscription that were taken back. The ledger knows a period by its first instant, and the time that was
-- taken back may be paid for again: the count tells the second payment from a repetition of the first.
ALTER TABLE subscriptions ADD COLUMN undone integer NOT NULL DEFAULT 0 CHECK (undone >= 0);
