// Every list of posts against a plain model: what it holds, in which order, page by page, and at
// what cost.
import type { Routes } from '@camarim/contract';
import type { PostId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, joinProducer, publish, refused, unblock } from '../../../testing/publishing.ts';
import type { ApiClient } from '../../../api-client.ts';
import { countReads } from '../../../testing/count-reads.ts';

type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];
type Row = { id: PostId; owner: ApiClient; at: number; shown: boolean };

let app: TestApp;
let fan: ApiClient;
let creators: ApiClient[];

const AUTHORS = ['autora1', 'autora2', 'autora3', 'autora4'];
const HIDDEN = [
  `status = 'processing', playable_at = NULL`,
  `status = 'error', playable_at = NULL`,
  `start_when = '2026-01-15T12:59:00Z'`,
  `expires_at = '2026-01-15T11:00:00Z'`,
  `archived_at = '2026-01-15T11:00:00Z'`,
  `deleted_at = '2026-01-15T11:00:00Z'`,
];

beforeAll(async () => {
  app = await testApp();
  fan = app.fan;
  creators = [];
  for (const name of AUTHORS) creators.push(await joinProducer(app, name));
});

beforeEach(async () => {
  await app.ctx.pool.query('TRUNCATE posts, follows, blocks CASCADE');
});

const follow = (person: ApiClient, following = true) =>
  fan.call('POST /profiles/{id}/follow', {
    params: { id: person.profileId },
    body: { following },
  });
const idsOf = (posts: readonly Post[]): string[] => posts.map(({ id }) => id);

/** A post of words straight in the table; `at` is in seconds before now. */
const add = async (
  owner: ApiClient,
  at: number,
  change?: string,
  audience = 'public',
): Promise<Row> => {
  const id = newId() as PostId;
  const { pool } = app.ctx;
  const when = new Date(app.clock.now().getTime() - at * 1_000);
  await pool.query(
    `INSERT INTO posts (id, profile_id, text, audience, status, playable_at, start_when, created_at)
      VALUES ($1, $2, 'Oi', $4, 'processed', $3, $3, $3)`,
    [id, owner.profileId, when, audience],
  );
  if (change) await pool.query(`UPDATE posts SET ${change} WHERE id = $1`, [id]);
  return { id, owner, at, shown: change === undefined };
};

/** Newest first, and of two of one instant the one with the larger id. */
const ordered = (rows: readonly Row[]): string[] =>
  rows
    .toSorted((one, other) => one.at - other.at || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id);

/** Walks a list from page to page to its end. */
const walk = async (
  list: (after: {
    before?: string;
  }) => Promise<{ reply: { data: Post[]; cursor?: string | null } }>,
): Promise<string[]> => {
  const found: string[] = [];
  let before: string | undefined;
  do {
    const { reply } = await list(before === undefined ? {} : { before });
    found.push(...idsOf(reply.data));
    before = reply.cursor ?? undefined;
  } while (before !== undefined);
  return found;
};
const timelineOf = (person: ApiClient, others: boolean, limit = 4) =>
  walk((after) =>
    person.ask('GET /posts/timeline', {
      query: { limit, others: others ? 'true' : 'false', ...after },
    }),
  );

describe('the timeline', () => {
  test('the timeline equals a plain model with posts of every state, ties, follows and blocks', async () => {
    const [first, second, third, fourth] = creators as [ApiClient, ApiClient, ApiClient, ApiClient];
    const rows: Row[] = [];
    for (const owner of creators) {
      // Several of one instant: the id decides.
      for (const at of [10, 10, 10, 20, 30, 40]) rows.push(await add(owner, at));
      for (const change of HIDDEN) rows.push(await add(owner, 15, change));
    }
    const shown = rows.filter((row) => row.shown);
    const of = (...owners: ApiClient[]) =>
      ordered(shown.filter((row) => owners.includes(row.owner)));
    await follow(first);
    await follow(second);
    expect(await timelineOf(fan, false)).toEqual(of(first, second));
    expect(await timelineOf(fan, true)).toEqual(of(third, fourth));
    expect(await timelineOf(first, false)).toEqual(of(first));
    await block(app, second, fan);
    await block(app, fan, third);
    expect(await timelineOf(fan, false)).toEqual(of(first));
    expect(await timelineOf(fan, true)).toEqual(of(fourth));
    await app.ctx.pool.query(
      `UPDATE profiles SET producer_stage = 'suspended' WHERE id = ANY($1::uuid[])`,
      [[first.profileId, fourth.profileId]],
    );
    expect([await timelineOf(fan, false), await timelineOf(fan, true)]).toEqual([[], []]);
    await app.ctx.pool.query(
      `UPDATE profiles SET producer_stage = 'approved' WHERE producer_stage = 'suspended'`,
    );
  });

  test('the timeline neither repeats nor skips posts when new ones come between two pages', async () => {
    const [creator] = creators as [ApiClient];
    await follow(creator);
    const rows: Row[] = [];
    for (let at = 10; at < 22; at += 1) rows.push(await add(creator, at));
    const found = await walk(async (after) => {
      const page = await fan.ask('GET /posts/timeline', { query: { limit: 5, ...after } });
      await add(creator, 1);
      return page;
    });
    expect(found).toEqual(ordered(rows));
  });

  test('the timeline has a cursor only when a next page exists', async () => {
    const [creator] = creators as [ApiClient];
    await follow(creator);
    for (let at = 1; at <= 4; at += 1) await add(creator, at);
    const cursors = await Promise.all(
      [3, 4, 5].map(
        async (limit) => (await fan.ask('GET /posts/timeline', { query: { limit } })).reply.cursor,
      ),
    );
    expect(cursors).toEqual([expect.any(String), null, null]);
  });

  test('the timeline shows locked posts as locked', async () => {
    const [creator] = creators as [ApiClient];
    await follow(creator);
    await add(creator, 5, 'price_centavos = 500');
    expect((await fan.call('GET /posts/timeline'))[0]).toMatchObject({
      text: '',
      locked: { reason: 'price' },
    });
  });

  test('the timeline refuses visitors, invalid cursors and unbounded pages', async () => {
    expect(await refused(app.visitor, 'GET /posts/timeline')).toBe('auth.required');
    for (const before of [
      'x',
      '',
      '1.2',
      'zzzzzzzzzzz.00000000-0000-0000-0000-000000000000',
      `k.${newId()}' OR true`,
    ]) {
      const { status, reply } = await fan.ask('GET /posts/timeline', { query: { before } });
      expect([before, status, Object.keys(reply.fields ?? {})]).toEqual([before, 400, ['before']]);
    }
    for (const limit of [0, 51, -1])
      expect((await fan.ask('GET /posts/timeline', { query: { limit } })).status).toBe(400);
  });

  test('the timeline uses the same number of queries for three posts and for thirty', async () => {
    const [creator, other] = creators as [ApiClient, ApiClient];
    await follow(creator);
    await follow(other);
    await publish(app, creator, { pictures: 2, seed: 1 });
    for (let at = 1; at <= 30; at += 1) await add(at % 2 ? creator : other, at);
    const queriesFor = async (limit: number): Promise<number> => {
      // Who the person is, is remembered after the first call.
      await fan.call('GET /posts/timeline', { query: { limit } });
      return countReads(async () =>
        expect(await fan.call('GET /posts/timeline', { query: { limit } })).toHaveLength(limit),
      );
    };
    const [few, many] = [await queriesFor(3), await queriesFor(30)];
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(5);
  });
});

describe('the posts of a profile', () => {
  const profileOf = (person: ApiClient, owner: ApiClient) =>
    walk((after) =>
      person.ask('GET /profiles/{domainname}/posts', {
        params: { domainname: owner.domainName },
        query: { limit: 2, ...after },
      }),
    );

  test('the posts of a profile are the published ones, also for visitors', async () => {
    const [creator, other] = creators as [ApiClient, ApiClient];
    const rows = [
      await add(creator, 1),
      await add(creator, 2),
      await add(creator, 3),
      await add(creator, 4, undefined, 'members'),
    ];
    for (const change of HIDDEN) await add(creator, 5, change);
    await add(other, 1);
    for (const person of [app.visitor, fan, creator])
      expect(await profileOf(person, creator)).toEqual(ordered(rows));
  });

  test('the posts of a profile are not found for a blocked viewer or an unknown name', async () => {
    const [creator] = creators as [ApiClient];
    await add(creator, 1);
    const ask = (domainname: string) =>
      refused(fan, 'GET /profiles/{domainname}/posts', { params: { domainname } });
    expect([await ask('ninguem'), await ask(creator.domainName)]).toEqual([
      'profile.notFound',
      null,
    ]);
    await block(app, creator, fan);
    expect(await ask(creator.domainName)).toBe('profile.notFound');
    await unblock(app, creator, fan);
  });
});

describe("the viewer's own posts", () => {
  test("the viewer's own posts include every state but archived and deleted, or unpublished ones only", async () => {
    const [creator, other] = creators as [ApiClient, ApiClient];
    const shown = await add(creator, 1);
    const hidden: Row[] = [];
    for (const change of HIDDEN) hidden.push(await add(creator, 2, change));
    await app.ctx.pool.query(`UPDATE posts SET start_when = $1 WHERE start_when > $1`, [
      new Date(app.clock.now().getTime() - 500),
    ]);
    await add(other, 1, HIDDEN[0]);
    const [processing, failed, scheduled, expired] = hidden.map(({ id }) => id);
    await app.ctx.pool.query(`UPDATE posts SET start_when = '2026-01-15T13:00:00Z' WHERE id = $1`, [
      scheduled,
    ]);
    const mine = await walk((after) =>
      creator.ask('GET /posts/me', { query: { limit: 2, ...after } }),
    );
    expect(mine.toSorted()).toEqual([shown.id, processing, failed, scheduled, expired].toSorted());
    const waiting = await creator.call('GET /posts/unpublished', { query: { limit: 10 } });
    expect(idsOf(waiting).toSorted()).toEqual([processing, failed, scheduled].toSorted());
    expect(idsOf(await creator.call('GET /posts/unpublished', { query: { id: failed } }))).toEqual([
      failed,
    ]);
    expect(
      idsOf(await creator.call('GET /posts/unpublished', { query: { limit: 2, offset: 2 } })),
    ).toHaveLength(1);
    expect(await refused(fan, 'GET /posts/unpublished')).toBe('auth.producersOnly');
  });
});

describe("the viewer's own posts in one state", () => {
  const STATES = {
    published: `start_when = '2026-01-15T11:00:00Z'`,
    scheduled: `start_when = '2026-01-15T12:59:00Z'`,
    draft: `draft = true, start_when = '2026-01-15T12:59:00Z'`,
    processing: `status = 'processing', playable_at = NULL`,
    failed: `status = 'error', playable_at = NULL`,
    withheld: `withheld_at = '2026-01-15T11:00:00Z'`,
    ended: `expires_at = '2026-01-15T11:00:00Z'`,
    archived: `archived_at = '2026-01-15T11:00:00Z', draft = true`,
  } as const;

  test("the viewer's own posts of each state are those that are said to be in it, page by page", async () => {
    const [creator, rival] = creators as [ApiClient, ApiClient];
    const expected: Record<string, string[]> = {};
    for (const [state, change] of Object.entries(STATES)) {
      expected[state] = [];
      for (const at of [30, 20, 10]) {
        const { id } = await add(creator, at, change);
        expected[state].push(id);
      }
    }
    await add(rival, 5);
    for (const state of Object.keys(STATES) as (keyof typeof STATES)[]) {
      const ask = (before?: string) =>
        creator.ask('GET /posts/me', { query: { limit: 2, state, ...(before && { before }) } });
      const first = await ask();
      const second = await ask(first.reply.cursor ?? undefined);
      const found = [...first.reply.data, ...second.reply.data];
      expect([state, idsOf(found).sort()]).toEqual([state, expected[state]?.sort()]);
      expect(new Set(found.map((post) => post.state))).toEqual(new Set([state]));
      expect(second.reply.cursor).toBeNull();
    }
    const all = await creator.call('GET /posts/me', { query: { limit: 50 } });
    expect(idsOf(all).sort()).toEqual(
      Object.entries(expected)
        .flatMap(([state, ids]) => (state === 'archived' ? [] : ids))
        .sort(),
    );
  });

  test('what has become of a post is said to its owner only', async () => {
    const [creator] = creators as [ApiClient];
    const { id } = await add(creator, 10);
    const seen = await fan.call('GET /posts/{id}', { params: { id } });
    expect([seen.state, (await creator.call('GET /posts/{id}', { params: { id } })).state]).toEqual(
      [null, 'published'],
    );
  });
});

describe('featured posts', () => {
  test('featured posts are those that administrators chose, then the most liked public ones', async () => {
    const [first, second, third] = creators as [ApiClient, ApiClient, ApiClient];
    const liked = (likes: number) => `total_likes = ${likes}`;
    const plain = await add(first, 1, liked(1));
    const loved = await add(second, 500, liked(9));
    const chosen = await add(third, 900, `featured_at = '2026-01-14', total_likes = 0`);
    const chosenLater = await add(first, 901, `featured_at = '2026-01-15', total_likes = 0`);
    await add(second, 1, liked(50), 'members');
    for (const change of HIDDEN)
      await add(third, 2, `${change}, featured_at = '2026-01-15', total_likes = 99`);
    const featured = async (person: ApiClient, query = {}) =>
      idsOf(await person.call('GET /publics/posts/featured', { query }));
    const all = [chosenLater.id, chosen.id, loved.id, plain.id];
    expect(await featured(app.visitor)).toEqual(all);
    expect(await featured(app.visitor, { limit: 2, offset: 1 })).toEqual([chosen.id, loved.id]);
    await block(app, second, fan);
    expect(await featured(fan)).toEqual([chosenLater.id, chosen.id, plain.id]);
  });
});
