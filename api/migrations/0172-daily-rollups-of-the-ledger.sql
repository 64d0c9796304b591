-- What the ledger moved on each day of São Paulo, by kind of transfer: what the administrators'
-- overview reads in place of every entry.
CREATE TABLE ledger_rollups (
  day date NOT NULL,
  kind text NOT NULL,
  -- The kind that a reversal takes back; else empty.
  reverses text NOT NULL DEFAULT '',
  -- The method of the charge behind money that enters or leaves; else empty.
  method text NOT NULL DEFAULT '',
  gross_centavos bigint NOT NULL,
  fee_centavos bigint NOT NULL,
  net_centavos bigint NOT NULL,
  transfers integer NOT NULL CHECK (transfers > 0),
  PRIMARY KEY (day, kind, reverses, method)
);

-- Until when transfers were counted; no row before the first count.
CREATE TABLE ledger_rollup_state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  counted_until timestamptz NOT NULL
);

-- Transfers are appended in the order of time, so that ranges of pages are enough to find a day.
CREATE INDEX ledger_transfers_created ON ledger_transfers USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- The overview counts new members by day.
CREATE INDEX users_created ON users (created_at);
