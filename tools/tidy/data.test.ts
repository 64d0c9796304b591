// Invariant 2: SQL in store files, money in features/ledger, time from the clock that is passed in.
import { expect, test } from 'vitest';
import { strayAccessQueries, strayClockReads, strayLedgerWrites, strayQueries } from './data.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const planted = (text: string, path = 'api/features/posts/service.ts') => [{ path, text }];

test('all SQL of features is in store files', () => {
  expect(strayQueries(files)).toEqual([]);
});

test.each([
  `await tx.selectFrom('posts').execute()`,
  `db.insertInto('posts')`,
  'await sql`SELECT 1`.execute(db)',
  'await sql<{ id: string }>`SELECT 1`.execute(db)',
  `sql.raw('SELECT 1')`,
  'const select = preparedRead<Row>(`SELECT 1`)',
  `pool.query('SELECT 1')`,
])('a query outside a store is found: %s', (text) => {
  expect(strayQueries(planted(text))).toHaveLength(1);
  expect(strayQueries(planted(text, 'api/features/posts/store.ts'))).toEqual([]);
  expect(strayQueries(planted(text, 'api/features/posts/feed-store.ts'))).toEqual([]);
});

test('a query written in a comment is no query', () => {
  expect(strayQueries(planted('// db.selectFrom is for stores'))).toEqual([]);
});

test('only features/ledger writes the ledger', () => {
  expect(strayLedgerWrites(files)).toEqual([]);
});

test.each([
  `tx.insertInto('ledger_entries')`,
  `tx.deleteFrom("ledger_holds")`,
  'sql`update ledger_accounts set balance = 0`',
  'sql`SELECT ledger_post(${batch})`',
])('a write to the ledger from elsewhere is found: %s', (text) => {
  expect(strayLedgerWrites(planted(text, 'api/features/funds/store.ts'))).toHaveLength(1);
  expect(strayLedgerWrites(planted(text, 'api/features/ledger/store.ts'))).toEqual([]);
});

test('only features/access names the table access', () => {
  expect(strayAccessQueries(files)).toEqual([]);
});

test.each([
  `tx.insertInto('access')`,
  `db.selectFrom('posts as p').innerJoin('access as a', 'a.post_id', 'p.id')`,
  'sql`SELECT EXISTS (SELECT FROM access a WHERE a.post_id = p.id)`',
  'sql`UPDATE access SET expires_at = ${until}`',
])('a statement about the table access from elsewhere is found: %s', (text) => {
  expect(strayAccessQueries(planted(text, 'api/features/posts/store.ts'))).toHaveLength(1);
  expect(strayAccessQueries(planted(text, 'api/features/access/store.ts'))).toEqual([]);
});

test('features never read the time themselves', () => {
  expect(strayClockReads(files)).toEqual([]);
});

test.each([
  'const at = Date.now()',
  'const at = new Date()',
  'sql`SELECT now()`',
  'sql`WHERE due < CURRENT_TIMESTAMP`',
])('a clock read is found: %s', (text) => {
  expect(strayClockReads(planted(text, 'api/features/posts/store.ts'))).toHaveLength(1);
});

test('the clock that is passed in, and dates made from values, are fine', () => {
  const text =
    'const at = clock.now(); platform.clock.now(); new Date(row.at); new Date(0); // Date.now() is not';
  expect(strayClockReads(planted(text))).toEqual([]);
});
