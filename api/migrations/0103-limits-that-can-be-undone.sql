-- Limits of spending that were lowered by a slip: what held before may hold again at once, for some minutes.
ALTER TABLE spend_limits
  ADD COLUMN undo_day_centavos bigint CHECK (undo_day_centavos >= 0),
  ADD COLUMN undo_month_centavos bigint CHECK (undo_month_centavos >= 0),
  ADD COLUMN undo_until timestamptz;
