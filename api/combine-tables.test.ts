// What two features declare under one name is refused when the application is assembled.
import { expect, test } from 'vitest';
import { combineTables } from './combine-tables.ts';

test('tables with different keys become one', () => {
  expect(combineTables<Record<string, number>>('route', [{ a: 1 }, undefined, { b: 2 }])).toEqual({
    a: 1,
    b: 2,
  });
});

test('a key of two tables is refused', () => {
  expect(() => combineTables('route', [{ 'GET /me': 1 }, { 'GET /me': 2 }])).toThrow(
    'two features have the route GET /me',
  );
});

test('a required key of no table is refused', () => {
  const revoker = async () => {};
  const combine = (...tables: Partial<Record<'tip' | 'purchase', unknown>>[]) =>
    combineTables('revoker', tables, ['tip', 'purchase']);
  expect(() => combine({ tip: revoker })).toThrow('no feature has the revoker purchase');
  expect(combine({ tip: revoker }, { purchase: revoker })).toEqual({
    tip: revoker,
    purchase: revoker,
  });
});
