// Buying a post: once, at the price that was seen, and never without the money or the right that it
// pays for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, fill, joinProducer, publish, refused, unblock } from '../../testing/publishing.ts';
import type { ApiClient } from '../../api-client.ts';
import { insertPurchase } from '../access/index.ts';

let app: TestApp;
let creator: ApiClient;
let people = 0;

beforeAll(async () => {
  app = await testApp();
  creator = app.producer;
});

const buyer = async (balance: number): Promise<ApiClient> => {
  people += 1;
  const person = await app.join(`compra${people}`);
  if (balance > 0) await fill(app, person, balance);
  return person;
};
const priced = async (price = 1_000, text = 'Veja'): Promise<PostId> =>
  (await publish(app, creator, { text, price, pictures: 0 })).id;
const buy = (
  person: ApiClient,
  id: PostId,
  price = 1_000,
  idempotencyKey: string | undefined = newId(),
) =>
  person.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: price as Centavos },
    ...(idempotencyKey && { idempotencyKey }),
  });
const balanceOf = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const salesOf = async (id: PostId) =>
  (
    await app.ctx.pool.query(
      `SELECT (SELECT count(*)::int FROM access WHERE post_id = $1) AS access, (SELECT count(*)::int
        FROM ledger_transfers WHERE kind = 'purchase' AND reference_id = $1::text) AS transfers`,
      [id],
    )
  ).rows[0] as { access: number; transfers: number };

describe('buying a post', () => {
  test('buying a post pays the producer and the platform, grants access and notifies the producer', async () => {
    const [id, person] = [await priced(), await buyer(2_500)];
    const before = await app.ctx.ledger.earningsOf(creator.profileId);
    const { status, reply } = await buy(person, id);
    expect([status, reply.data.balance, reply.data.postId]).toEqual([200, 1_500, id]);
    expect(await person.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      text: 'Veja',
      locked: null,
      purchased: true,
    });
    const after = await app.ctx.ledger.earningsOf(creator.profileId);
    expect(after.pending - before.pending).toBe(800);
    const { rows } = await app.ctx.pool.query(
      'SELECT a.transfer_id, n.type, n.amount_centavos::int, n.profile_id FROM access a JOIN notifications n ON n.post_id = a.post_id WHERE a.post_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        transfer_id: reply.data.transferId,
        type: 'purchase',
        amount_centavos: 1_000,
        profile_id: creator.profileId,
      },
    ]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test("buying a post charges the producer's own fee, which the producer sees", async () => {
    const special = await joinProducer(app, 'especial');
    await app.ctx.pool.query('UPDATE profiles SET fee_bps = 500 WHERE id = $1', [
      special.profileId,
    ]);
    const { id } = await publish(app, special, { text: 'Veja', price: 1_000, pictures: 0 });
    await buy(await buyer(1_000), id);
    expect((await app.ctx.ledger.earningsOf(special.profileId)).pending).toBe(950);
    expect([
      (await special.call('GET /profiles/me')).feeBps,
      (await creator.call('GET /profiles/me')).feeBps,
    ]).toEqual([500, 2_000]);
  });

  test('buying a post again returns the first purchase without a charge, with any key', async () => {
    const [id, person] = [await priced(), await buyer(5_000)];
    const first = await buy(person, id, 1_000, 'the-first-key');
    for (const key of ['the-first-key', 'another-key', 'a-third-key']) {
      const again = await buy(person, id, 1_000, key);
      expect([again.status, again.reply.data]).toEqual([200, first.reply.data]);
    }
    expect([await balanceOf(person), await salesOf(id)]).toEqual([
      4_000,
      { access: 1, transfers: 1 },
    ]);
  });

  test('buying an owned post returns the first purchase after a price change', async () => {
    const [id, person] = [await priced(), await buyer(5_000)];
    const first = await buy(person, id);
    await app.ctx.pool.query('UPDATE posts SET price_centavos = 2000 WHERE id = $1', [id]);
    expect((await buy(person, id, 2_000)).reply.data).toEqual(first.reply.data);
    expect(await balanceOf(person)).toBe(4_000);
  });
});

describe('buying is refused', () => {
  test('buying is refused without enough balance, and succeeds with the same key after the top-up', async () => {
    const [id, person] = [await priced(3_000), await buyer(700)];
    const { status, reply } = await buy(person, id, 3_000, 'short-of-money');
    expect([status, reply.code]).toEqual([402, 'wallet.insufficient']);
    expect(reply.data).toEqual({
      needed: 3_000,
      balance: 700,
      suggested: 5_000,
      intent: { kind: 'purchase', postId: id, value: 3_000, label: 'Nome iris' },
    });
    expect([await balanceOf(person), await salesOf(id)]).toEqual([
      700,
      { access: 0, transfers: 0 },
    ]);
    expect((await person.call('GET /posts/{id}', { params: { id } })).purchased).toBe(false);
    await fill(app, person, 5_000);
    expect((await buy(person, id, 3_000, 'short-of-money')).status).toBe(200);
    expect(await balanceOf(person)).toBe(2_700);
  });

  test('buying is refused at a price other than the current one', async () => {
    const [id, person] = [await priced(), await buyer(5_000)];
    for (const price of [999, 1_001, 0]) {
      const { status, reply } = await buy(person, id, price);
      expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, ['price']]);
    }
    expect([await balanceOf(person), await salesOf(id)]).toEqual([
      5_000,
      { access: 0, transfers: 0 },
    ]);
  });

  test('buying is refused for free, members-only, own, hidden and deleted posts', async () => {
    const person = await buyer(5_000);
    const free = (await publish(app, creator, { text: 'grátis', pictures: 0 })).id;
    expect((await buy(person, free)).reply.code).toBe('post.notForSale');
    const members = (
      await publish(app, creator, { text: 'membros', price: 1_000, public: false, pictures: 0 })
    ).id;
    expect((await buy(person, members)).reply.code).toBe('post.notForSale');
    const own = await priced();
    expect((await buy(creator, own)).reply.code).toBe('post.notForSale');
    await block(app, creator, person);
    expect((await buy(person, own)).reply.code).toBe('post.notFound');
    await unblock(app, creator, person);
    await creator.call('DELETE /posts/{id}', { params: { id: own } });
    expect((await buy(person, own)).reply.code).toBe('post.notFound');
    expect(await balanceOf(person)).toBe(5_000);
  });

  test('buying is refused to visitors, without a key, and for a key that bought something else', async () => {
    const [id, other, person] = [await priced(), await priced(), await buyer(5_000)];
    expect((await buy(app.visitor, id)).reply.code).toBe('auth.required');
    expect(
      await refused(person, 'POST /posts/{id}/purchase', {
        params: { id },
        body: { price: 1_000 as Centavos },
      }),
    ).toBe('request.idempotencyKeyMissing');
    await buy(person, id, 1_000, 'one-key-for-all');
    expect((await buy(person, other, 1_000, 'one-key-for-all')).reply.code).toBe(
      'request.idempotencyMismatch',
    );
    expect(await salesOf(other)).toEqual({ access: 0, transfers: 0 });
  });

  test("a member can buy a priced members' post", async () => {
    const person = await buyer(5_000);
    const { id } = await publish(app, creator, {
      text: 'membros',
      price: 1_000,
      public: false,
      pictures: 0,
    });
    await person.call('POST /profiles/{id}/follow', {
      params: { id: creator.profileId },
      body: { following: true },
    });
    expect((await buy(person, id)).status).toBe(200);
    await person.call('POST /profiles/{id}/follow', {
      params: { id: creator.profileId },
      body: { following: false },
    });
    expect((await person.call('GET /posts/{id}', { params: { id } })).text).toBe('membros');
  });
});

describe('concurrent purchases', () => {
  test.each([
    ['one key: a tap that was sent again and again', () => 'a-key-of-one-tap'],
    ['keys of their own: tabs and devices', () => newId()],
  ])('concurrent purchases by one person with %s charge once in fifty calls', async (_, keyOf) => {
    const [id, person] = [await priced(), await buyer(20_000)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => buy(person, id, 1_000, keyOf())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ reply }) => reply.data.transferId)).size).toBe(1);
    expect([await balanceOf(person), await salesOf(id)]).toEqual([
      19_000,
      { access: 1, transfers: 1 },
    ]);
  });

  test('concurrent purchases of five posts with money for three end in three', async () => {
    const person = await buyer(3_500);
    const ids = await Promise.all(Array.from({ length: 5 }, () => priced()));
    const answers = await Promise.all(ids.flatMap((id) => [buy(person, id), buy(person, id)]));
    const bought = (await Promise.all(ids.map(salesOf))).filter(
      ({ access, transfers }) => access === 1 && transfers === 1,
    );
    expect(bought).toHaveLength(3);
    expect(await balanceOf(person)).toBe(500);
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('concurrent purchases and a deletion end with both payment and access, or with neither', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [{ id, mediaIds }, person] = [
        await publish(app, creator, { price: 1_000, seed: round }),
        await buyer(1_000),
      ];
      const [bought] = await Promise.all([
        buy(person, id),
        creator.call('DELETE /posts/{id}', { params: { id } }),
      ]);
      await app.runJobs();
      const sold = bought.status === 200;
      expect([
        sold || ['post.notFound', 'post.notForSale'].includes(bought.reply.code ?? ''),
        await balanceOf(person),
      ]).toEqual([true, sold ? 0 : 1_000]);
      expect(await statusesOf(mediaIds)).toEqual([sold ? 'processed' : 'error']);
    }
  });

  test('concurrent purchases delay a deletion, which then keeps the files for the buyer', async () => {
    const [{ id, mediaIds }, person] = [
      await publish(app, creator, { price: 1_000 }),
      await buyer(0),
    ];
    const access = {
      id: newId(),
      profileId: person.profileId,
      producerId: creator.profileId,
      postId: id,
      now: app.clock.now(),
    };
    let deletion: Promise<unknown> = Promise.resolve();
    let deleted = false;
    await app.ctx.db.transaction().execute(async (tx) => {
      await insertPurchase(tx, access);
      deletion = creator
        .call('DELETE /posts/{id}', { params: { id } })
        .then(() => (deleted = true));
      await sleep(300);
      expect(deleted).toBe(false);
    });
    await deletion;
    await app.runJobs();
    expect(await statusesOf(mediaIds)).toEqual(['processed']);
  });
});

const statusesOf = async (ids: readonly string[]): Promise<string[]> =>
  (
    await app.ctx.pool.query<{ status: string }>(
      'SELECT status FROM media WHERE id = ANY($1::uuid[])',
      [ids],
    )
  ).rows.map(({ status }) => status);
