// Buying a collection: once, exactly what was seen, never what is owned already, and never without
// the money or the right that it pays for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionId } from '@camarim/contract/features/collections';
import type { PostId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { publishPriced } from '../../testing/collecting.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill } from '../../testing/publishing.ts';
import { collectionForPurchase } from './policy.ts';
import { purchaseCollection } from './purchase-collection.ts';

let app: TestApp;
let creator: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  creator = app.producer;
});

const buyer = async (balance: number): Promise<ApiClient> => {
  people += 1;
  const person = await app.join(`colecao${people}`);
  if (balance > 0) await fill(app, person, balance);
  return person;
};
type Collection = { id: CollectionId; postIds: PostId[] };
const create = async (
  prices: readonly (number | null)[],
  price: number,
  more: readonly PostId[] = [],
): Promise<Collection> => {
  const postIds = [...(await publishPriced(app, creator, prices)), ...more];
  const { id } = await creator.call('POST /collections', {
    body: { title: 'Ensaios', price: centavos(price), postIds },
  });
  return { id: id, postIds };
};
const buy = (
  person: ApiClient,
  { id, postIds }: Collection,
  price: number,
  idempotencyKey: string = newId(),
) =>
  person.ask('POST /collections/{id}/purchase', {
    params: { id },
    body: { price: price as Centavos, postIds },
    idempotencyKey,
  });
const buyPost = (person: ApiClient, id: PostId, price = 1_000) =>
  person.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(price) },
    idempotencyKey: newId(),
  });
const offerTo = async (person: ApiClient, { id }: Collection) =>
  (await person.call('GET /collections/{id}', { params: { id } })).offer;
const balanceOf = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const opened = async (person: ApiClient, { postIds }: Collection): Promise<boolean[]> =>
  Promise.all(
    postIds.map(
      async (id) => (await person.call('GET /posts/{id}', { params: { id } })).locked === null,
    ),
  );
const salesOf = async ({ id, postIds }: Collection) =>
  (
    await app.ctx.pool.query(
      `SELECT (SELECT count(*)::int FROM access WHERE post_id = ANY($2::uuid[])) AS access,
        (SELECT count(*)::int FROM collection_purchases WHERE collection_id = $1) AS purchases,
        (SELECT count(*)::int FROM ledger_transfers WHERE kind = 'collection'
          AND reference_id = $1::text) AS transfers`,
      [id, postIds],
    )
  ).rows[0] as { access: number; purchases: number; transfers: number };
const NOTHING = { access: 0, purchases: 0, transfers: 0 };

describe('buying a collection', () => {
  test('buying a collection opens its posts, pays the producer and the platform, and notifies the producer', async () => {
    const [collection, person] = [await create([1_000, 2_000, null], 2_500), await buyer(3_000)];
    const salesByHour = async () =>
      (await creator.call('GET /studio/statistics')).hours.reduce(
        (sum, hour) => sum + hour.sales,
        0,
      );
    const before = await app.ctx.ledger.earningsOf(creator.profileId);
    const salesBefore = await salesByHour();
    const { status, reply } = await buy(person, collection, 2_500);
    expect([status, reply.data]).toMatchObject([
      200,
      { collectionId: collection.id, balance: 500 },
    ]);
    expect(await opened(person, collection)).toEqual([true, true, true]);
    const after = await app.ctx.ledger.earningsOf(creator.profileId);
    expect(after.pending - before.pending).toBe(2_000);
    expect(await salesByHour()).toBe(salesBefore + 1);
    expect((await person.call('GET /funds/statements'))[0]).toMatchObject({
      kind: 'collection',
      amount: -2_500,
      referenceType: 'collection',
      referenceId: collection.id,
      counterpart: { domainName: creator.domainName },
    });
    expect(
      await person.call('GET /funds/receipts/{id}', { params: { id: reply.data.transferId } }),
    ).toMatchObject({ kind: 'collection' });
    const [notice] = await creator.call('GET /profiles/notifications', {
      query: { types: 'collection' },
    });
    expect(notice).toMatchObject({ amount: 2_500, text: 'Ensaios' });
    expect(
      await creator.call('GET /collections/{id}', { params: { id: collection.id } }),
    ).toMatchObject({ sales: 1, earned: 2_000 });
    const today = app.clock.now().toISOString().slice(0, 10);
    const { items } = await creator.call('GET /funds/earnings', {
      query: { from: today, to: today },
    });
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'collection', title: 'Ensaios', amount: 2_000 }),
    );
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('buying a collection costs less by the share of the posts that the buyer has', async () => {
    const [collection, person] = [await create([1_000, 1_000, 2_000], 3_000), await buyer(9_000)];
    const [first, ...others] = collection.postIds as [PostId, PostId, PostId];
    await buyPost(person, first);
    expect(await offerTo(person, collection)).toEqual({
      price: 2_250,
      postIds: others,
      separately: 3_000,
    });
    expect((await buy(person, collection, 3_000)).reply.code).toBe('collection.changed');
    expect((await buy(person, { ...collection, postIds: others }, 2_250)).status).toBe(200);
    expect([await balanceOf(person), await opened(person, collection)]).toEqual([
      9_000 - 1_000 - 2_250,
      [true, true, true],
    ]);
    expect(await offerTo(person, collection)).toBeNull();
  });

  test('a buyer of a collection buys what was added later, and no post twice', async () => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(9_000)];
    await buy(person, collection, 1_500);
    const [added] = (await publishPriced(app, creator, [1_000])) as [PostId];
    await creator.call('PUT /collections/{id}', {
      params: { id: collection.id },
      body: { postIds: [...collection.postIds, added] },
    });
    expect(await offerTo(person, collection)).toEqual({
      price: 500,
      postIds: [added],
      separately: 1_000,
    });
    expect((await buy(person, { ...collection, postIds: [added] }, 500)).status).toBe(200);
    expect(await balanceOf(person)).toBe(7_000);
    expect((await buyPost(person, added)).reply.data.balance).toBe(7_000);
  });
});

describe('buying a collection is refused', () => {
  test('a purchase is refused when the price or the posts of the collection are not those that were seen', async () => {
    const [collection, person] = [await create([1_000, 1_000, 1_000], 1_500), await buyer(9_000)];
    const [first, second] = collection.postIds as [PostId, PostId, PostId];
    const [foreign] = (await publishPriced(app, creator, [1_000])) as [PostId];
    const refusals = [
      await buy(person, collection, 1_499),
      await buy(person, { ...collection, postIds: [first, second] }, 1_500),
      await buy(person, { ...collection, postIds: [first, second, foreign] }, 1_500),
      await buy(person, { ...collection, postIds: [first, second, newId() as PostId] }, 1_500),
    ];
    await creator.call('PUT /posts/{id}', { params: { id: first }, body: { price: 2_000 } });
    // The price of one post does not change the price of all.
    expect(await offerTo(person, collection)).toMatchObject({ price: 1_500 });
    await creator.call('DELETE /posts/{id}', { params: { id: first } });
    refusals.push(await buy(person, collection, 1_500));
    expect(refusals.map(({ status, reply }) => [status, reply.code])).toEqual(
      Array.from({ length: 5 }, () => [409, 'collection.changed']),
    );
    expect([await balanceOf(person), await salesOf(collection)]).toEqual([9_000, NOTHING]);
  });

  test('a paused collection is refused to a buyer who saw it before, but not to its owners', async () => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(9_000)];
    const first = await buy(person, collection, 1_500);
    await creator.call('PUT /collections/{id}', {
      params: { id: collection.id },
      body: { paused: true },
    });
    expect((await buy(await buyer(2_000), collection, 1_500)).reply.code).toBe(
      'collection.notFound',
    );
    const again = await buy(person, collection, 1_500);
    expect([again.status, again.reply.data]).toEqual([200, first.reply.data]);
  });

  test('a producer can’t buy their own collection', async () => {
    const collection = await create([1_000, 1_000], 1_500);
    await fill(app, creator, 2_000);
    expect((await buy(creator, collection, 1_500)).reply.code).toBe('collection.notForSale');
    expect(await salesOf(collection)).toEqual(NOTHING);
  });

  test('a purchase is refused when its collection is paused or deleted after the check of access', async () => {
    for (const change of ['paused_at', 'deleted_at']) {
      const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(2_000)];
      const viewer = { profileId: person.profileId, place: NOWHERE } as Viewer;
      const sale = await collectionForPurchase(app.ctx, collection.id, viewer);
      await app.ctx.pool.query(`UPDATE collections SET ${change} = now() WHERE id = $1`, [
        collection.id,
      ]);
      const seen = { price: centavos(1_500), postIds: collection.postIds };
      await expect(
        purchaseCollection(app.ctx, sale, { ...seen, key: newId() }),
      ).rejects.toMatchObject({ code: 'collection.notForSale' });
      expect(await salesOf(collection)).toEqual(NOTHING);
    }
  });

  test('a purchase waits for a change of its collection that is under way, and is then refused', async () => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(2_000)];
    const change = await app.ctx.pool.connect();
    await change.query('BEGIN');
    await change.query('UPDATE collections SET price_centavos = 1800 WHERE id = $1', [
      collection.id,
    ]);
    let answered = false;
    const answer = buy(person, collection, 1_500).finally(() => (answered = true));
    await sleep(500);
    const waited = !answered;
    await change.query('COMMIT');
    change.release();
    expect([waited, (await answer).reply.code]).toEqual([true, 'collection.changed']);
    expect(await salesOf(collection)).toEqual(NOTHING);
  });

  test('a purchase without enough balance is refused, and succeeds with the same key after the top-up', async () => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(700)];
    const { status, reply } = await buy(person, collection, 1_500, 'short-of-money');
    expect([status, reply.code, reply.data]).toEqual([
      402,
      'wallet.insufficient',
      {
        needed: 1_500,
        balance: 700,
        suggested: 2_500,
        intent: {
          kind: 'collection',
          collectionId: collection.id,
          postIds: collection.postIds,
          value: 1_500,
          label: 'Nome iris',
        },
      },
    ]);
    expect(await salesOf(collection)).toEqual(NOTHING);
    await fill(app, person, 1_000);
    expect((await buy(person, collection, 1_500, 'short-of-money')).status).toBe(200);
    expect(await balanceOf(person)).toBe(200);
  });

  test('a purchase of a collection above the spending limit of the buyer is refused', async () => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(9_000)];
    await person.call('PUT /funds/spend-limits', { body: { day: 1_000, month: null } });
    expect((await buy(person, collection, 1_500)).reply.code).toBe('spending.dayLimit');
    expect(await salesOf(collection)).toEqual(NOTHING);
  });
});

describe('concurrent purchases of a collection', () => {
  test.each([
    ['one key: a tap that was sent again and again', () => 'a-key-of-one-tap'],
    ['keys of their own: tabs and devices', () => newId()],
  ])('concurrent purchases of a collection with %s charge once', async (_, keyOf) => {
    const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(9_000)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy(person, collection, 1_500, keyOf())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ reply }) => reply.data.transferId)).size).toBe(1);
    expect([await balanceOf(person), await salesOf(collection)]).toEqual([
      7_500,
      { access: 2, purchases: 1, transfers: 1 },
    ]);
  });

  test('concurrent purchases of a collection and of its posts sell no post twice', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await buyer(20_000);
      const one = await create([1_000, 1_000, 1_000], 1_500);
      const two = await create([1_000], 1_500, one.postIds.toReversed().slice(0, 2));
      const [, shared] = one.postIds as [PostId, PostId, PostId];
      const answers = await Promise.all([
        buy(person, one, 1_500),
        buy(person, two, 1_500),
        buyPost(person, shared),
      ]);
      const paid = answers.map(({ status }) => status === 200);
      // The three overlap, so that one is sold; the post of one that was sold may answer with it.
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(paid.slice(0, 2).filter(Boolean).length).toBeLessThanOrEqual(1);
      const { rows } = await app.ctx.pool.query(
        `SELECT count(*)::int AS transfers, -coalesce(sum(e.amount), 0)::int AS spent
          FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
         JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet'
           WHERE t.kind IN ('collection', 'purchase') AND t.actor_profile_id = $1`,
        [person.profileId],
      );
      expect(rows[0].transfers).toBe(1);
      expect(await balanceOf(person)).toBe(20_000 - rows[0].spent);
    }
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('concurrent purchases and changes of a collection sell what was seen or nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [collection, person] = [await create([1_000, 1_000, 1_000], 1_500), await buyer(9_000)];
      const [bought] = await Promise.all([
        buy(person, collection, 1_500),
        creator.call('PUT /collections/{id}', {
          params: { id: collection.id },
          body: { price: 1_800, postIds: collection.postIds.slice(0, 2) },
        }),
      ]);
      const sold = bought.status === 200;
      expect([
        sold || bought.reply.code,
        await balanceOf(person),
        await opened(person, collection),
      ]).toEqual(
        sold
          ? [true, 7_500, [true, true, true]]
          : ['collection.changed', 9_000, [false, false, false]],
      );
    }
  });
});

describe('a purchase of a collection that breaks off', () => {
  const TABLES = ['access', 'ledger_entries', 'notifications', 'collection_purchases', 'outbox'];
  const dieAt = (table: string) =>
    app.ctx.pool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
      CREATE TRIGGER die AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION die()`);
  const live = (table: string) =>
    app.ctx.pool.query(`DROP TRIGGER die ON ${table}; DROP FUNCTION die()`);

  test.each(TABLES)(
    'a purchase of a collection that breaks off at %s leaves nothing, and the same key finishes it',
    async (table) => {
      const [collection, person] = [await create([1_000, 1_000], 1_500), await buyer(2_000)];
      const key = newId();
      await dieAt(table);
      const { status } = await buy(person, collection, 1_500, key);
      await live(table);
      expect([status >= 500, await balanceOf(person), await salesOf(collection)]).toEqual([
        true,
        2_000,
        NOTHING,
      ]);
      const bought = await buy(person, collection, 1_500, key);
      const repeated = await buy(person, collection, 1_500, key);
      expect([bought.status, repeated.reply.data]).toEqual([200, bought.reply.data]);
      expect([await balanceOf(person), await salesOf(collection)]).toEqual([
        500,
        { access: 2, purchases: 1, transfers: 1 },
      ]);
    },
  );
});

test('a reversal of a purchase ends the access to what it bought, and only to that', async () => {
  const [collection, person] = [await create([1_000, 1_000, 1_000], 1_500), await buyer(9_000)];
  const [first, ...others] = collection.postIds as [PostId, PostId, PostId];
  await buyPost(person, first);
  const { reply } = await buy(person, { ...collection, postIds: others }, 1_000);
  await joinAdmin(app, 'chefecolecao');
  const admin = await signInWithProof(app, 'chefecolecao');
  await admin.call('POST /dsb/transactions/{id}/reverse', {
    params: { id: reply.data.transferId },
    body: { reason: 'pedido da pessoa' },
  });
  expect([await opened(person, collection), await balanceOf(person)]).toEqual([
    [true, false, false],
    8_000,
  ]);
  expect(await person.call('GET /collections/purchased')).toEqual([]);
  expect(
    await creator.call('GET /collections/{id}', { params: { id: collection.id } }),
  ).toMatchObject({ sales: 0, earned: 0 });
  expect((await buy(person, { ...collection, postIds: others }, 1_000)).status).toBe(200);
  expect(await opened(person, collection)).toEqual([true, true, true]);
});
