// Holds, reserves and reviews of a producer's cash-outs: what is in question stays, the rest is
// paid.
import { randomUUID } from 'node:crypto';
import type { TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard } from '../../../../testing/cards/paying.ts';
import {
  addKey,
  earn,
  joinPayee,
  type Payee,
  signInWithProof,
} from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';

let app: TestAppWithBank;
let finance: ApiClient;
let payee: Payee;
let names = 0;

beforeAll(async () => {
  app = await appWithBank({ CASH_OUT_MIN_CENTAVOS: '1000' });
  await joinAdmin(app, 'financeira', 'finance');
  await joinAdmin(app, 'outra', 'finance');
});
beforeEach(async () => {
  const known = await joinPayee(app, `ganha${(names += 1)}`);
  payee = await addKey(app, known);
  await earn(app, payee, 20_000);
  finance = await signInWithProof(app, 'financeira');
});

type Rules = Parameters<typeof change>[0];
const producerId = () => payee.profileId;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
const change = (
  rules: {
    hold?: { amount: number; reason: string; until: string } | null;
    reservePercent?: number | null;
    review?: 'usual' | 'always' | 'never';
    cardReviewFrom?: number | null;
  },
  person = finance,
) =>
  person.ask('PUT /dsb/payout-rules/{producerId}', {
    params: { producerId: producerId() },
    body: {
      hold: rules.hold ? { ...rules.hold, amount: centavos(rules.hold.amount) } : null,
      reservePercent: rules.reservePercent ?? null,
      review: rules.review ?? 'usual',
      cardReviewFrom: rules.cardReviewFrom ? centavos(rules.cardReviewFrom) : null,
      note: 'conferido',
    },
  });
const cashOut = async (value: number) => {
  payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
  const { status, reply } = await payee.ask('POST /funds/cash-outs', {
    body: { value: centavos(value) },
    idempotencyKey: randomUUID(),
  });
  return status === 200 ? reply.data.status : reply.code;
};
const terms = () => payee.call('GET /funds/cash-outs/terms');
const held = (days = 10): Rules => ({
  hold: { amount: 15_000, reason: 'Duas vendas em disputa.', until: inDays(days) },
});

test('an amount in question stays with its reason and its end, and the rest is paid out', async () => {
  expect((await change(held())).reply.data.kept.total).toBe(15_000);
  expect(await terms()).toMatchObject({
    balance: 20_000,
    max: 5_000,
    kept: { hold: { amount: 15_000, reason: 'Duas vendas em disputa.' }, total: 15_000 },
  });
  expect(await cashOut(5_001)).toBe('cashOut.kept');
  expect(await cashOut(5_000)).toBe('approved');
  expect(await cashOut(1_000)).toBe('cashOut.kept');
  app.clock.advance(10 * DAY_MS);
  expect(await cashOut(15_000)).toBe('approved');
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

test('two cash-outs at the same moment pay only what the reserve does not retain', async () => {
  await change(held());
  payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
  const both = await Promise.all(
    [4_000, 4_000].map((value) =>
      payee.ask('POST /funds/cash-outs', {
        body: { value: centavos(value) },
        idempotencyKey: randomUUID(),
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await terms()).toMatchObject({ balance: 16_000, max: 1_000 });
});

test('a reserve of recent earnings stays and becomes free with time', async () => {
  await change({ reservePercent: 30 });
  expect(await terms()).toMatchObject({
    max: 14_000,
    kept: { reserve: { percent: 30, days: 30, amount: 6_000 } },
  });
  expect(await cashOut(14_001)).toBe('cashOut.kept');
  app.clock.advance(31 * DAY_MS);
  payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
  expect(await terms()).toMatchObject({ max: 20_000, kept: { total: 0 } });
});

test('a review of each cash-out makes it wait, and the first one waits where the installation asks for it', async () => {
  await change({ review: 'always' });
  expect(await cashOut(2_000)).toBe('requested');
  await change({});
  const config = app.ctx.config as { firstCashOutReview: boolean };
  config.firstCashOutReview = true;
  expect((await terms()).approvalFrom).toBe(0);
  expect(await cashOut(2_000)).toBe('requested');
  await app.ctx.pool.query("UPDATE cash_outs SET status = 'paid' WHERE profile_id = $1", [
    payee.profileId,
  ]);
  expect(await cashOut(2_000)).toBe('approved');
  config.firstCashOutReview = false;
});

test('a decision about a cash-out is based on what was earned, returned and paid out before', async () => {
  const evidence = async () =>
    (
      await finance.call('GET /dsb/payout-rules/{producerId}', {
        params: { producerId: producerId() },
      })
    ).evidence;
  const approvedAt = expect.any(String);
  expect(await evidence()).toEqual({
    approvedAt,
    paidOut: 0,
    earned: 20_000,
    returned: 0,
    usualReserve: 0,
    firstReview: false,
  });
  await earn(app, payee, 3_000);
  const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
    "SELECT t.id FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id WHERE t.kind = 'tip' AND a.owner_profile_id = $1 AND e.amount = 3000",
    [payee.profileId],
  );
  const sale = rows[0]?.id as TransferId;
  await finance.call('POST /dsb/transactions/{id}/reverse', {
    params: { id: sale },
    body: { reason: 'pedido de quem pagou' },
  });
  const config = app.ctx.config as { firstCashOutReview: boolean };
  config.firstCashOutReview = true;
  expect(await evidence()).toMatchObject({ earned: 20_000, returned: 3_000, firstReview: true });
  expect(await cashOut(2_000)).toBe('requested');
  await app.ctx.pool.query("UPDATE cash_outs SET status = 'paid' WHERE profile_id = $1", [
    payee.profileId,
  ]);
  expect(await evidence()).toMatchObject({ paidOut: 1, firstReview: false });
  config.firstCashOutReview = false;
});

test('lifting a hold takes a second person who makes the same request, and each change is recorded', async () => {
  const config = app.ctx.config as { adminSecondPerson: boolean };
  config.adminSecondPerson = true;
  expect((await change(held())).reply.data.waitsForSecond).toBe(false);
  expect((await change({})).reply.data).toMatchObject({
    waitsForSecond: true,
    kept: { total: 15_000 },
  });
  expect((await change({})).reply.data.waitsForSecond).toBe(true);
  const other = await signInWithProof(app, 'outra');
  const { proposals } = await other.call('GET /dsb/payout-rules/{producerId}', {
    params: { producerId: producerId() },
  });
  expect(proposals).toMatchObject([
    {
      by: 'financeira',
      own: false,
      reason: 'conferido',
      rules: { hold: null, reservePercent: null, review: 'usual', cardReviewFrom: null },
    },
  ]);
  expect((await change({ reservePercent: 1 }, other)).reply.data.waitsForSecond).toBe(true);
  expect((await change({}, other)).reply.data).toMatchObject({
    waitsForSecond: false,
    kept: { total: 0 },
  });
  config.adminSecondPerson = false;
  const { rows } = await app.ctx.pool.query<{ action: string }>(
    "SELECT action FROM admin_log WHERE profile_id = $1 AND action LIKE 'payoutRules.%' ORDER BY id",
    [payee.profileId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'payoutRules.changed',
    'payoutRules.held',
    'payoutRules.agreed',
    'payoutRules.agreed',
    'payoutRules.changed',
  ]);
});

const waitingFor = async () =>
  (await finance.call('GET /dsb/cash-outs', { query: { limit: 50, offset: 0 } }))
    .filter(({ profile }) => profile.id === payee.profileId)
    .map(({ waitsFor }) => waitsFor);

test('the queue of cash-outs says why each of them waits', async () => {
  const config = app.ctx.config as { firstCashOutReview: boolean };
  config.firstCashOutReview = true;
  expect(await cashOut(1_000)).toBe('requested');
  config.firstCashOutReview = false;
  await change({ review: 'always' });
  expect(await cashOut(1_000)).toBe('requested');
  finance = await signInWithProof(app, 'financeira');
  expect(await waitingFor()).toEqual([['first'], ['always']]);
});

test('a card sale from the amount of the rules on is reviewed, and cash-outs wait for that', async () => {
  await change({ cardReviewFrom: 3_000 });
  const fan = await app.join(`cartao${names}`);
  const { id: cardId } = await saveCard(fan);
  await chargeCard(fan, cardId, 10_000);
  const tip = async (value: number) => {
    const { status } = await fan.ask('POST /funds/tips', {
      body: { toProfileId: payee.profileId, value },
      idempotencyKey: randomUUID(),
    });
    expect(status).toBe(200);
    await app.runJobs();
  };
  await tip(2_999);
  expect(await cashOut(1_000)).toBe('approved');
  await tip(3_000);
  expect(await cashOut(1_000)).toBe('requested');
  finance = await signInWithProof(app, 'financeira');
  expect(await waitingFor()).toEqual([['inQuestion']]);
  const [alert] = (
    await finance.call('GET /dsb/fraud', { query: { limit: 50, offset: 0 } })
  ).filter(({ rule }) => rule === 'cardReview');
  expect(alert).toMatchObject({
    about: { domainName: fan.domainName },
    producer: { domainName: payee.domainName },
    counted: 3_000,
    limit: 3_000,
    can: ['release', 'refund', 'block'],
  });
  expect(alert?.sales).toHaveLength(1);
  await finance.call('POST /dsb/fraud/{id}', {
    params: { id: alert?.id ?? '' },
    body: { decision: 'release', reason: 'conferido', sales: [] },
  });
  expect(await cashOut(1_000)).toBe('approved');
});

test('one person takes away a hold that is over', async () => {
  const config = app.ctx.config as { adminSecondPerson: boolean };
  config.adminSecondPerson = true;
  await change(held(1));
  app.clock.advance(2 * DAY_MS);
  finance = await signInWithProof(app, 'financeira');
  expect((await change({})).reply.data.waitsForSecond).toBe(false);
  config.adminSecondPerson = false;
});

test('a hold without an end in its limits is refused, and so are profiles that earn nothing', async () => {
  expect((await change(held(181))).reply.code).toBe('validate.invalid');
  expect((await change(held(-1))).reply.code).toBe('validate.invalid');
  expect(
    (
      await finance.ask('GET /dsb/payout-rules/{producerId}', {
        params: { producerId: app.fan.profileId },
      })
    ).reply.code,
  ).toBe('profile.notFound');
});
