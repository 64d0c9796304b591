// The order of the ids of rows.
import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids that one process makes within a millisecond are in the order in which it made them', () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
