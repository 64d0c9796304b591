// A new migration takes a number above all that landed before, or databases that have those refuse
// it.
import { expect, test } from 'vitest';
import { landedMigrations, migrationFiles, orderProblems, recordAfter } from './migrations.ts';

test('migrations are recorded in the order in which they landed, and their numbers ascend', () => {
  expect(orderProblems(landedMigrations(), migrationFiles())).toEqual([]);
});

test('a new migration with a number below the newest is refused', () => {
  const landed = landedMigrations();
  const late = '0099-late.sql';
  const files = [...landed, late].sort();
  expect(orderProblems(recordAfter(landed, files), files)).toEqual([
    expect.stringMatching(/0099-late\.sql: landed after 0\d{3}-.*give it the next number/),
  ]);
});

test('a new migration with the number of another one is refused', () => {
  const landed = ['0001-one.sql', '0001-two.sql'];
  expect(orderProblems(landed, landed)).toEqual([
    expect.stringContaining('0001-two.sql: landed after 0001-one.sql'),
  ]);
});

test('a new migration with the next number is recorded at the end and accepted', () => {
  const landed = landedMigrations();
  const files = [...landed, '9999-next.sql'];
  expect(orderProblems(landed, files)).toEqual([
    'api/migrations/9999-next.sql: is not in landed.txt; run npm run schema',
  ]);
  expect(orderProblems(recordAfter(landed, files), files)).toEqual([]);
});

test('a migration that was removed after it landed is missed', () => {
  expect(orderProblems(['0001-one.sql', '0002-two.sql'], ['0002-two.sql'])).toEqual([
    expect.stringContaining('0001-one.sql is gone'),
  ]);
});
