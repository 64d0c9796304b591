-- The most that fans let themselves spend in a day and in a month of São Paulo. No row: no limit.

CREATE TABLE spend_limits (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  -- Null: no limit of that kind.
  day_centavos bigint CHECK (day_centavos >= 0),
  month_centavos bigint CHECK (month_centavos >= 0),
  -- What was wished for and is higher: it holds from `next_at` on.
  next_day_centavos bigint CHECK (next_day_centavos >= 0),
  next_month_centavos bigint CHECK (next_month_centavos >= 0),
  next_at timestamptz,
  updated_at timestamptz NOT NULL
);
