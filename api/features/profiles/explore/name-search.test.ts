// Searching profiles by a part of their name: without accents and case, with LIKE wildcards
// escaped, and by the index.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { NOWHERE } from '../../../platform/http/place.ts';
import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { listProducers, nameContains } from './explore-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  const names = [
    ['conceicao.luz', 'Conceição Luz'],
    ['bia', 'BIA_100%'],
    ['davi', 'Davi d’Ávila'],
    ['ana', 'Ana'],
  ];
  for (const [index, [domainName, displayName]] of names.entries()) {
    const userId = randomUUID();
    await database.pool.query('INSERT INTO users (id, email, created_at) VALUES ($1, $2, now())', [
      userId,
      `${domainName}@example.com`,
    ]);
    await database.pool.query(
      `INSERT INTO profiles (id, user_id, domain_name, display_name, producer_stage, last_seen_at,
        created_at) VALUES ($1, $2, $3, $4, 'approved', now() - $5 * interval '1 hour', now())`,
      [randomUUID(), userId, domainName, displayName, index],
    );
  }
});

const found = async (search: string | null): Promise<string[]> =>
  (
    await listProducers(
      database.db,
      {
        requester: { profileId: null, place: NOWHERE },
        search,
        followedOnly: false,
        viewedOnly: false,
        gender: null,
        freeOnly: false,
        promotedOnly: false,
        seenAfter: null,
        tag: null,
      },
      { sort: 'seen', before: null, limit: 10, offset: 0, now: new Date(0) },
    )
  ).map((row) => row.domain_name);

test.each([
  ['conceicao', ['conceicao.luz']],
  ['ÇÃO', ['conceicao.luz']],
  ['ICAO.L', ['conceicao.luz']],
  ['avila', ['davi']],
  ['100%', ['bia']],
  ['％％％', []],
  ['a_1', ['bia']],
  ['n_', []],
  ['\\', []],
  ['a', ['conceicao.luz', 'bia', 'davi', 'ana']],
  [null, ['conceicao.luz', 'bia', 'davi', 'ana']],
])('a search for "%s" finds the profiles %j', async (search, names) =>
  expect(await found(search)).toEqual(names),
);

test('a search does not match across display name and domain name', async () =>
  expect(await found('luz conceicao')).toEqual([]));

test('a search of three and more characters can use the index profiles_names', async () => {
  // With so few rows a sequential scan is cheaper; the test is whether the index can be used.
  await database.pool.query('SET enable_seqscan = off');
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`EXPLAIN SELECT p.id FROM profiles p WHERE ${nameContains('conceicao')}`.execute(database.db);
  await database.pool.query('RESET enable_seqscan');
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
    'Bitmap Index Scan on profiles_names',
  );
});
