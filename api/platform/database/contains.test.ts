// What a search by words finds: no accents, no case, and no wildcards in what a person types.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { contains, containsSql } from './contains.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});

const TEXT = String.raw`'Açaí 100%_\o/'::text`;

test.each([
  ['acai', true],
  ['ÇAÍ 1', true],
  ['100%', true],
  ['%_\\', true],
  ['1%0', false],
  ['A_aí', false],
  ['％', true],
  ['1％0', false],
  ['a＿ai', false],
  ['', true],
  ["'", false],
])(
  'a text is searched for %j without regard to case, accents and wildcards: %j',
  async (words, expected) => {
    const { rows } = await sql<{ found: boolean }>`
    SELECT ${contains(TEXT, words)} AS found`.execute(database.db);
    expect(rows[0]?.found).toBe(expected);
    const numbered = await database.pool.query(`SELECT ${containsSql(TEXT, '$1')} AS found`, [
      words,
    ]);
    expect(numbered.rows).toEqual([{ found: expected }]);
  },
);

test('a search without words finds every text', async () => {
  const { rows } = await sql`SELECT ${contains('NULL::text', null)} AS found`.execute(database.db);
  expect(rows).toEqual([{ found: true }]);
});
