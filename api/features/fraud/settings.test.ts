// The limits against fraud that the team sets: in force at once, recorded, and with a second person
// where one lets more money go.
import { randomUUID } from 'node:crypto';
import type { FraudSettings } from '@camarim/contract/features/fraud/settings';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
import { chargeCard, saveCard } from '../../testing/cards/paying.ts';
import { earn, joinPayee, signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill } from '../../testing/publishing.ts';

let app: TestAppWithBank;
let finance: ApiClient;

beforeAll(async () => {
  app = await appWithBank({
    PAIR_DAY_MAX_CENTAVOS: '6000',
    RESERVE_PERCENT: '10',
  });
  await joinAdmin(app, 'financeira', 'finance');
  await joinAdmin(app, 'outra', 'finance');
  finance = await signInWithProof(app, 'financeira');
});

const tip = (person: ApiClient, value: number, { profileId }: Pick<ApiClient, 'profileId'>) =>
  person.ask('POST /funds/tips', {
    body: { toProfileId: profileId, value },
    idempotencyKey: randomUUID(),
  });
const view = (person = finance) => person.call('GET /dsb/fraud/settings');
const change = async (part: Partial<FraudSettings>, person = finance, version?: number) => {
  const now = await view(person);
  return person.ask('PUT /dsb/fraud/settings', {
    body: {
      version: version ?? now.version,
      values: { ...now.values, ...part },
      reason: 'ataque de cartões',
    },
  });
};

test('the operator’s settings are in force until the team sets others', async () => {
  const { version, values, usual, history } = await view();
  expect([version, history]).toEqual([0, []]);
  expect(values).toEqual(usual);
  expect(values).toMatchObject({
    PAIR_DAY_MAX_CENTAVOS: 6_000,
    RESERVE_PERCENT: 10,
    CARD_DECLINES_ACCOUNT_MAX: 5,
    HOLD_DAYS_CARD: 14,
    CASH_OUT_FIRST_REVIEW: 0,
  });
});

test('a stricter limit is in force at once for the next payment, by one person, and is recorded', async () => {
  const person = await app.join('compradora');
  const card = await saveCard(person);
  expect(
    (await change({ PAIR_DAY_MAX_CENTAVOS: 1_000, CARD_DAY_MAX_CENTAVOS: 9_000 })).reply,
  ).toMatchObject({
    data: { waitsForSecond: false, version: 1 },
  });
  await chargeCard(person, card.id, 5_000);
  const tipped = await tip(person, 1_001, app.producer);
  expect(tipped.reply.code).toBe('fraud.pairAmount');
  const [entry] = await app.ctx.pool
    .query<{ action: string; reason: string }>(
      "SELECT action, reason FROM admin_log WHERE subject_id = 'fraudSettings' ORDER BY id",
    )
    .then(({ rows }) => rows);
  expect(entry).toEqual({
    action: 'fraudSettings.changed',
    reason:
      'CARD_DAY_MAX_CENTAVOS 200000 -> 9000, PAIR_DAY_MAX_CENTAVOS 6000 -> 1000: ataque de cartões',
  });
});

test('a looser limit in any part takes effect when a second person agrees', async () => {
  const config = app.ctx.config as { adminSecondPerson: boolean };
  config.adminSecondPerson = true;
  const before = (await view()).values;
  const part = { PAIR_DAY_MAX_CENTAVOS: 7_000, HOLD_DAYS: 30 };
  expect((await change(part)).reply.data).toMatchObject({ waitsForSecond: true, values: before });
  expect((await change(part)).reply.data.waitsForSecond).toBe(true);
  const other = await signInWithProof(app, 'outra');
  const { proposals, version } = await view(other);
  expect(proposals).toMatchObject([
    { by: 'financeira', own: false, reason: 'ataque de cartões', values: { ...before, ...part } },
  ]);
  const [proposal] = proposals;
  if (!proposal) throw new Error('no proposal');
  const agreed = await other.ask('PUT /dsb/fraud/settings', {
    body: { version, values: proposal.values, reason: proposal.reason },
  });
  expect(agreed.reply.data).toMatchObject({
    waitsForSecond: false,
    proposals: [],
    values: { ...before, ...part },
  });
  expect(
    agreed.reply.data.history.map(({ version: each, changedBy }) => [each, changedBy?.domainName]),
  ).toEqual([
    [2, 'outra'],
    [1, 'financeira'],
  ]);
  config.adminSecondPerson = false;
});

test('a change of a version that is not the newest is refused, and so are values out of bounds', async () => {
  finance = await signInWithProof(app, 'financeira');
  expect((await change({ HOLD_DAYS: 31 }, finance, 0)).reply.code).toBe('fraud.settingsChanged');
  expect((await change({ CARD_DECLINES_ACCOUNT_MAX: 0 })).status).toBe(400);
  expect((await change({ RESERVE_PERCENT: 51 })).status).toBe(400);
});

test('the days of a hold and the reserve of new producers follow the values in force', async () => {
  expect((await change({ RESERVE_PERCENT: 40, HOLD_DAYS: 40 })).status).toBe(200);
  const payee = await joinPayee(app, 'recebe');
  await earn(app, payee, 10_000);
  const terms = () => payee.call('GET /funds/cash-outs/terms');
  expect((await terms()).kept.reserve).toMatchObject({ percent: 40 });
  const fan = await app.join('doadora');
  await fill(app, fan, 5_000);
  expect((await tip(fan, 5_000, payee)).status).toBe(200);
  const pending = async () => (await app.ctx.ledger.earningsOf(payee.profileId)).pending;
  const held = await pending();
  expect(held).toBeGreaterThan(0);
  app.clock.advance(39 * DAY_MS);
  await app.ctx.ledger.releaseDue();
  expect(await pending()).toBe(held);
  app.clock.advance(2 * DAY_MS);
  await app.ctx.ledger.releaseDue();
  expect(await pending()).toBe(0);
});

test('versions can’t be changed or deleted', async () => {
  await expect(app.ctx.pool.query('DELETE FROM fraud_settings')).rejects.toThrow();
});
