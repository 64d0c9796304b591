// An alert that one person of the team works on is decided by no other, and nothing that a decision
// does happens before that is checked.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
import { chargeCard, saveCard, walletOf } from '../../testing/cards/paying.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { removeAccountOf } from '../../testing/removed-accounts.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let finance: ApiClient;
let names = 0;

beforeAll(async () => {
  app = await appWithBank({
    PAIR_DAY_MAX_CENTAVOS: '6000',
    PAIR_WEEK_MAX_CENTAVOS: '0',
    PAIR_DAY_SALES_MAX: '0',
  });
  await joinAdmin(app, 'chefia');
  await joinAdmin(app, 'gerencia');
});
beforeEach(async () => {
  await app.pass(3_600);
  admin = await signInWithProof(app, 'chefia');
  finance = await signInWithProof(app, 'gerencia');
});

const codeOf = ({ reply, status }: { reply: { code?: string }; status: number }) =>
  reply.code ?? status;
type Alert = Awaited<ReturnType<typeof alertAfterTips>>['alert'];

/** A person whose second tip of the day opened an alert about the first. */
const alertAfterTips = async () => {
  const person = await app.join(`suspeita${(names += 1)}`);
  await app.ctx.pool.query(
    `UPDATE users u SET email_confirmed_at = now(), created_at = $2
      FROM profiles p WHERE p.user_id = u.id AND p.id = $1`,
    [person.profileId, new Date(app.clock.now().getTime() - 2 * DAY_MS)],
  );
  const { id: card } = await saveCard(person);
  await chargeCard(person, card, 10_000);
  const tip = (value: number) =>
    person.ask('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value },
      idempotencyKey: randomUUID(),
    });
  await tip(5_000);
  expect(codeOf(await tip(2_500))).toBe('fraud.pairAmount');
  const alerts = await admin.call('GET /dsb/fraud', {
    query: { decided: 'false', limit: 50, offset: 0 },
  });
  const alert = alerts.find(({ about }) => about?.id === person.profileId);
  if (!alert) throw new Error('no alert was opened');
  return { person, alert };
};
const decide = (by: ApiClient, { id, sales }: Alert, decision: 'release' | 'refund' | 'block') =>
  by.ask('POST /dsb/fraud/{id}', {
    params: { id },
    body: { decision, reason: 'conferido', sales: sales.map((sale) => sale.id) },
  });
const claim = (by: ApiClient, { id }: Alert) =>
  by.call('POST /dsb/todo/{kind}/{id}/claim', { params: { kind: 'fraudAlert', id } });

test('a refund by an alert that another person holds returns no money', async () => {
  const { person, alert } = await alertAfterTips();
  await claim(admin, alert);
  expect(codeOf(await decide(finance, alert, 'refund'))).toBe('decision.claimed');
  expect((await walletOf(person)).balance).toBe(5_000);
  expect(codeOf(await decide(admin, alert, 'refund'))).toBe(200);
  expect((await walletOf(person)).balance).toBe(10_000);
});

test('a block by an alert that another person holds blocks no account', async () => {
  const { person, alert } = await alertAfterTips();
  await claim(admin, alert);
  expect(codeOf(await decide(finance, alert, 'block'))).toBe('decision.claimed');
  expect(codeOf(await person.ask('GET /funds'))).toBe(200);
});

test('a block that is refused leaves the alert to other people at once', async () => {
  const { person, alert } = await alertAfterTips();
  await removeAccountOf(app, person);
  expect(codeOf(await decide(finance, alert, 'block'))).toBe('user.notFound');
  expect(codeOf(await decide(admin, alert, 'release'))).toBe(200);
});

test('a refund and a release at the same moment exclude each other, and a released alert refunds nothing', async () => {
  const { person, alert } = await alertAfterTips();
  const outcomes = await Promise.all([
    decide(admin, alert, 'refund'),
    decide(finance, alert, 'release'),
  ]);
  const [refunded, released] = outcomes.map(codeOf);
  expect([refunded, released].filter((code) => code === 200)).toHaveLength(1);
  expect((await walletOf(person)).balance).toBe(refunded === 200 ? 10_000 : 5_000);
});
