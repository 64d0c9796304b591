// The lists about one person in the dashboard, which are read page by page, each by a cursor.
import { randomUUID } from 'node:crypto';
import type { UserId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';

const LISTS = ['sessions', 'reports', 'decisions', 'follows', 'followers', 'notes'] as const;
const TOTAL = 5;

const app = await testApp();
let admin = await joinAdmin(app, 'chefia');
const person = await joinProducer(app, 'muita-coisa');
let userId: UserId;

const follow = (one: ApiClient, other: ApiClient) =>
  one.call('POST /profiles/{id}/follow', {
    params: { id: other.profileId },
    body: { following: true },
  });

beforeAll(async () => {
  const { db, pool } = app.ctx;
  const row = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', person.profileId)
    .executeTakeFirstOrThrow();
  userId = row.user_id as UserId;
  for (let at = 0; at < TOTAL; at += 1) {
    const other = await joinProducer(app, `vizinha-${at}`);
    await follow(person, other);
    await follow(other, person);
    await person.call('POST /reports', {
      body: { targetKind: 'profile', targetId: other.profileId, reason: 'fraud', text: 'Spam' },
    });
    await admin.call('POST /dsb/user/{userId}/notes', {
      params: { userId },
      body: { text: `Nota ${at}` },
      idempotencyKey: randomUUID(),
    });
  }
  // All at one time, so that their order is that of their ids.
  await pool.query('UPDATE follows SET created_at = $1', [app.clock.now()]);
  await pool.query(
    `INSERT INTO sessions (id, user_id, refresh_hash, rotated_at, created_at, last_used_at,
       expires_at)
     SELECT gen_random_uuid(), user_id, sha256(n::text::bytea), rotated_at, created_at,
       last_used_at, expires_at
     FROM sessions, generate_series(2, $2::int) n WHERE user_id = $1`,
    [userId, TOTAL],
  );
});

const readPage = (list: (typeof LISTS)[number], limit: number, cursor?: string | null) =>
  admin.ask(`GET /dsb/user/{userId}/${list}`, {
    params: { userId },
    query: {
      limit: String(limit),
      ...(cursor && { cursor }),
      ...(list === 'reports' && { side: 'by' }),
    } as never,
  });

const readAll = async (list: (typeof LISTS)[number], limit: number): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { reply } = await readPage(list, limit, cursor);
    ids.push(...reply.data.map(({ id }: { id: string }) => id));
    cursor = reply.cursor;
  } while (cursor);
  return ids;
};

test.each(LISTS)('the %s of a person are read to their end, each entry once', async (list) => {
  const whole = await readAll(list, 60);
  expect(new Set(whole).size).toBe(TOTAL);
  expect(await readAll(list, 2)).toEqual(whole);
  expect((await readPage(list, 2, 'x')).status).toBe(400);
});

test('a new follower moves no entry of the list to another page', async () => {
  const first = await readPage('followers', 2);
  const rest = await readPage('followers', 60, first.reply.cursor);
  await follow(await joinProducer(app, 'chegou-agora'), person);
  const again = await readPage('followers', 60, first.reply.cursor);
  expect(again.reply.data).toEqual(rest.reply.data);
  expect(again.reply.data).toHaveLength(TOTAL - 2);
});

test.each(['reports', 'decisions'] as const)(
  'the %s of a person are read within one recorded view, whatever the number of pages',
  async (list) => {
    const views = async () =>
      Number(
        (
          await app.ctx.pool.query(
            "SELECT count(*) FROM admin_log WHERE action = 'user.viewed' AND subject_id = $1",
            [userId],
          )
        ).rows[0].count,
      );
    app.clock.advance(HOUR_MS + 1);
    // The token of before has expired.
    admin = await app.join('chefia');
    const before = await views();
    await readAll(list, 2);
    expect(await views()).toBe(before + 1);
  },
);
