-- Which program sends a show by an ingest key (the label of its key; NULL: a browser), so that a page of
-- its producer does not take its place unasked; and since when they chose the page's device instead.
ALTER TABLE lives
  ADD COLUMN program text,
  ADD COLUMN device_chosen_at timestamptz;
