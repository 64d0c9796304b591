-- What the administrators' overview reads of people, subscriptions and decisions, in place of their
-- tables: one row for each day of São Paulo and what is counted.
CREATE TABLE day_counts (
  day date NOT NULL,
  figure text NOT NULL,
  -- The class of a report; else empty.
  part text NOT NULL DEFAULT '',
  count integer NOT NULL CHECK (count > 0),
  -- Of decisions the classes of durations (platform/days/day-counts.ts), and how many took so long.
  durations smallint[],
  decided integer[],
  PRIMARY KEY (day, figure, part),
  CHECK (cardinality(durations) = cardinality(decided))
);

-- Until when they were counted; no row before the first count.
CREATE TABLE day_count_state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  counted_until timestamptz NOT NULL
);

-- Days that are over and of which something was changed since: they are counted again.
CREATE TABLE stale_days (day date PRIMARY KEY);

-- What a day is counted by.
CREATE INDEX producer_requests_decided ON producer_requests (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX cash_out_events_approved ON cash_out_events (at) WHERE to_status = 'approved' AND source = 'admin';

-- The same as subscription_periods_created.
DROP INDEX subscription_periods_newest;
