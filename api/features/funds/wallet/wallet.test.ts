// Wallet, tips, earnings and statements through the whole application, as the web app calls them.
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';

let app: TestApp;
let fan: ApiClient;
let names = 0;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  fan = await app.join(`fan${++names}`);
});

const fill = (person: ApiClient, amount: number) =>
  app.ctx.ledger.post({
    kind: 'topUp',
    chargeId: newId() as ChargeId,
    profileId: person.profileId,
    gateway: 'pix',
    amount: centavos(amount),
  });
const producerId = () => app.producer.profileId;
const tip = (
  value: number,
  {
    from = fan,
    to = producerId(),
    key = newId() as string,
    message = undefined as string | undefined,
  } = {},
) =>
  from.ask('POST /funds/tips', {
    idempotencyKey: key,
    body: { toProfileId: to, value, ...(message && { message }) },
  });
const balance = async (person = fan) => (await person.call('GET /funds'))[0]?.balance;

test('the wallet is a list of one, empty at first', async () => {
  const { reply } = await fan.ask('GET /funds', {
    query: { filter: 'walletType:eq:wallet', limit: 1, offset: 0 },
  });
  expect(reply).toEqual({
    success: true,
    data: [
      { id: fan.profileId, walletType: 'wallet', balance: 0, lockedBalance: 0, escrow: 0, debt: 0 },
    ],
    total: 1,
    limit: 1,
    offset: 0,
  });
  expect(await fan.call('GET /funds', { query: { offset: 1 } })).toEqual([]);
});

test('a tip moves money at once and the producer is notified', async () => {
  await fill(fan, 5_000);
  const { status, reply } = await tip(1_000, { message: 'Bravo!' });
  expect([status, reply]).toMatchObject([200, { data: { value: 1_000, balance: 4_000 } }]);
  expect(await balance()).toBe(4_000);
  expect(
    await app.producer.call('GET /profiles/notifications', { query: { limit: 1 } }),
  ).toMatchObject([{ type: 'tip', amount: 1_000, from: { domainName: fan.domainName } }]);
});

test('a repeated tip key answers the first reply, and is refused with another tip', async () => {
  await fill(fan, 5_000);
  const key = newId();
  const first = await tip(1_000, { key });
  await tip(500);
  expect((await tip(1_000, { key })).reply).toEqual(first.reply);
  expect(await tip(1_100, { key })).toMatchObject({
    status: 409,
    reply: { code: 'request.idempotencyMismatch' },
  });
  expect(await balance()).toBe(3_500);
});

test('two taps at once are one tip', async () => {
  await fill(fan, 5_000);
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 8 }, () => tip(1_000, { key })));
  expect(new Set(answers.map(({ reply }) => JSON.stringify(reply))).size).toBe(1);
  expect(await balance()).toBe(4_000);
});

test('a tip above the balance answers 402 with what the wallet dialog needs', async () => {
  await fill(fan, 900);
  const { status, reply } = await tip(3_000);
  expect(status).toBe(402);
  expect(reply).toMatchObject({ success: false, code: 'wallet.insufficient' });
  expect(reply.data).toEqual({
    needed: 3_000,
    balance: 900,
    suggested: 5_000,
    intent: { kind: 'tip', toProfileId: producerId(), value: 3_000, label: 'Nome iris' },
  });
  expect(await balance()).toBe(900);
});

test('only producers visible to the viewer can be tipped', async () => {
  await fill(fan, 5_000);
  expect(await tip(500, { to: app.stranger.profileId })).toMatchObject({
    status: 404,
    reply: { code: 'profile.notFound' },
  });
  expect(await tip(500, { to: newId() as ProfileId })).toMatchObject({
    status: 404,
    reply: { code: 'profile.notFound' },
  });
  expect(await tip(500, { from: app.producer })).toMatchObject({
    status: 400,
    reply: { code: 'profile.notSelf' },
  });
  for (const [blocker, blocked] of [
    [app.producer, fan],
    [fan, app.producer],
  ] as const) {
    await app.ctx.db
      .insertInto('blocks')
      .values({
        blocker_id: blocker.profileId,
        blocked_id: blocked.profileId,
        created_at: app.clock.now(),
      })
      .execute();
    expect(await tip(500)).toMatchObject({ status: 404, reply: { code: 'profile.notFound' } });
    await app.ctx.db.deleteFrom('blocks').execute();
  }
  expect(await tip(500)).toMatchObject({ status: 200 });
});

test.each([[99], [1_000_001], [1.5]])('a tip of %d centavos is refused', async (value) => {
  expect(await tip(value)).toMatchObject({
    status: 400,
    reply: { code: 'validate.invalidRequest' },
  });
});

test('a tip needs a key, and exactly one target', async () => {
  expect(
    await fan.ask('POST /funds/tips', {
      body: { toProfileId: producerId(), value: centavos(100) },
    }),
  ).toMatchObject({ status: 400, reply: { code: 'request.idempotencyKeyMissing' } });
  for (const target of [{}, { toProfileId: producerId(), postId: newId() }]) {
    expect(
      await fan.ask('POST /funds/tips', {
        idempotencyKey: newId(),
        body: { ...target, value: centavos(100) },
      }),
    ).toMatchObject({ status: 400 });
  }
});

test('a post is tipped unless its tips are off', async () => {
  await fill(fan, 5_000);
  const post = await app.producer.call('POST /posts', {
    body: { text: 'Ensaio aberto', audience: 'public' } as never,
    idempotencyKey: newId(),
  });
  const tipPost = () =>
    fan.ask('POST /funds/tips', {
      idempotencyKey: newId(),
      body: { postId: post.id, value: centavos(700) },
    });
  expect(await tipPost()).toMatchObject({ status: 200, reply: { data: { balance: 4_300 } } });
  expect(await fan.call('GET /funds/statements', { query: { limit: 1 } })).toMatchObject([
    {
      kind: 'tip',
      amount: -700,
      referenceType: 'post',
      referenceId: post.id,
      counterpart: { domainName: 'iris' },
    },
  ]);
  await app.ctx.db
    .updateTable('posts')
    .set({ tips_enabled: false })
    .where('id', '=', post.id)
    .execute();
  expect(await tipPost()).toMatchObject({ status: 400, reply: { code: 'post.tipsOff' } });
});

test('the producer sees pending, its release, and the statement with gross and fee', async () => {
  await fill(fan, 5_000);
  const before = await app.producer.call('GET /funds/earnings-balance');
  await tip(1_001);
  const after = await app.producer.call('GET /funds/earnings-balance');
  expect(after.pending - before.pending).toBe(801);
  expect(after.today - before.today).toBe(801);
  expect(after.releases.reduce((sum, { amount }) => sum + amount, 0)).toBe(after.pending);
  expect(after.releases[0]?.at).toBe('2026-01-22T12:00:00.000Z');
  const [line] = await app.producer.call('GET /funds/statements', {
    query: { account: 'earnings', limit: 1 },
  });
  expect(line).toMatchObject({
    kind: 'tip',
    account: 'pending',
    amount: 801,
    gross: 1_001,
    fee: 200,
    counterpart: { domainName: fan.domainName },
  });
});

test('a statement is read page by page to its end', async () => {
  await fill(fan, 5_000);
  for (let number = 1; number <= 5; number++) await tip(100 * number);
  const amounts: number[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < 10; pages++) {
    const { reply } = await fan.ask('GET /funds/statements', {
      query: { limit: 2, ...(before && { before }) },
    });
    amounts.push(...(reply.data ?? []).map(({ amount }) => amount));
    if (!reply.cursor) break;
    before = reply.cursor;
  }
  expect(amounts).toEqual([-500, -400, -300, -200, -100, 5_000]);
  expect(await fan.ask('GET /funds/statements', { query: { before: 'yesterday' } })).toMatchObject({
    status: 400,
    reply: { fields: { before: { code: 'validate.invalid' } } },
  });
});

test('earnings are for producers, and money for those who are signed in', async () => {
  expect(await fan.ask('GET /funds/earnings-balance')).toMatchObject({
    status: 403,
    reply: { code: 'auth.producersOnly' },
  });
  expect(await app.visitor.ask('GET /funds')).toMatchObject({ status: 401 });
  expect(await tip(100, { from: app.visitor })).toMatchObject({ status: 401 });
});

test('the ledger is consistent after all wallet operations', async () => {
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
