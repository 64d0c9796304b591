-- Single-use marks and counters of guesses, which no flood of other keys may push out.
CREATE TABLE strict_limits (
  key_hash bytea PRIMARY KEY,
  -- Milliseconds since 1970 at which all takes are back; a fraction, because a limit may not divide its window evenly.
  full_at_ms float8 NOT NULL
);
CREATE INDEX strict_limits_full_at_idx ON strict_limits (full_at_ms);
