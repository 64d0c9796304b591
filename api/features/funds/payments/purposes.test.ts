// Each kind of sale is taken back by exactly one feature, or the application does not start.
import { expect, test } from 'vitest';
import { combineRevokers, type Revoker } from './purposes.ts';

const revoke: Revoker = async () => {};

test('the revokers of several features become one table', () => {
  const all = combineRevokers([{ tip: revoke }, {}, { purchase: revoke, subscription: revoke }]);
  expect(Object.keys(all).toSorted()).toEqual(['purchase', 'subscription', 'tip']);
});

test('a kind of sale that no feature takes back is refused', () => {
  expect(() => combineRevokers([{ tip: revoke, subscription: revoke }])).toThrow(
    '0 features take back the sale purchase, not one',
  );
});

test('a kind of sale that two features take back is refused', () => {
  const whole = { tip: revoke, purchase: revoke, subscription: revoke };
  expect(() => combineRevokers([whole, { tip: revoke }])).toThrow(
    '2 features take back the sale tip, not one',
  );
});
