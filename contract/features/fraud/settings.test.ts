// Which changes of the limits against fraud let more money go, as a table.
import { expect, test } from 'vitest';
import { type FraudSettingName, isLooser } from './settings.ts';

test.each<[FraudSettingName, number, number, boolean]>([
  ['CARD_DECLINES_ACCOUNT_MAX', 5, 6, true],
  ['CARD_DECLINES_ACCOUNT_MAX', 5, 4, false],
  ['CARD_DECLINES_ACCOUNT_MAX', 5, 5, false],
  ['PAIR_DAY_MAX_CENTAVOS', 150_000, 0, true],
  ['PAIR_DAY_MAX_CENTAVOS', 0, 150_000, false],
  ['PAIR_DAY_MAX_CENTAVOS', 0, 0, false],
  ['PAIR_DAY_MAX_CENTAVOS', 150_000, 150_001, true],
  ['CARD_REVIEW_FROM_CENTAVOS', 25_000, 0, false],
  ['CARD_REVIEW_FROM_CENTAVOS', 0, 1, true],
  ['NEW_PAYER_DAYS', 7, 6, true],
  ['HOLD_DAYS_CARD', 14, 15, false],
  ['RESERVE_PERCENT', 10, 9, true],
  ['CASH_OUT_FIRST_REVIEW', 1, 0, true],
  ['CASH_OUT_FIRST_REVIEW', 0, 1, false],
])('%s from %i to %i lets more money go: %s', (name, before, after, looser) => {
  expect(isLooser(name, before, after)).toBe(looser);
});
