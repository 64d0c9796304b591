// Appeals against decisions about a person: each is undone as far as that is still possible, by
// another person than the one who decided, who reads before what will happen.
import { centavos } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { partyOf } from '../../testing/lives/party.ts';
import { disputedOrder } from '../../testing/orders/ordering.ts';
import { earn } from '../../testing/paying-out.ts';
import { joinAdmin, signupOf, stepUp } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';

const REASON = 'O motivo da decisão';
let app: TestApp;
let first: ApiClient;
let second: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decidiu');
  second = await joinAdmin(app, 'decide');
});
beforeEach(async () => {
  await stepUp(app, first);
  await stepUp(app, second);
});

const newProducer = () => joinProducer(app, `artista${(people += 1)}`);
const mailsTo = async ({ domainName }: ApiClient): Promise<string> => {
  await app.runJobs();
  const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
  const mine = inbox.filter(({ to }) => to === `${domainName}@example.com`);
  return mine.map(({ subject, text }) => `${subject} ${text}`).join('\n');
};
const stageOf = async ({ profileId }: ApiClient) =>
  (
    await app.ctx.pool.query<{ stage: string }>(
      'SELECT producer_stage AS stage FROM profiles WHERE id = $1',
      [profileId],
    )
  ).rows[0]?.stage;
const actsAbout = async ({ profileId }: ApiClient): Promise<string[]> =>
  (
    await app.ctx.pool.query<{ action: string }>(
      'SELECT action FROM admin_log WHERE profile_id = $1 ORDER BY id',
      [profileId],
    )
  ).rows.map(({ action }) => action);

/** The newest decision that the person may contest, contested. */
const contest = async (person: ApiClient) => {
  const [decision] = await person.call('GET /help/decisions');
  if (!decision) throw new Error('there is nothing to contest');
  const { id } = await person.call('POST /profiles/help', {
    body: { message: 'Não concordo.', decision: decision.id },
  });
  return { id, decision };
};
const ticket = async (id: string, reader = second) =>
  (await reader.call('GET /dsb/help')).find((one) => one.id === id);
const answer = (id: string, outcome: 'upheld' | 'overturned', by = second) =>
  by.ask('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'Vimos de novo.', outcome },
  });
const decideProducer = (
  { profileId }: ApiClient,
  decision: 'approve' | 'reject' | 'suspend',
  by = first,
) =>
  by.call('POST /profiles/approve-producer', {
    body: { producerId: profileId, decision, reason: REASON },
  });

/** The request of a producer whom the set-up approved. */
const insertRequest = ({ profileId }: ApiClient) =>
  app.ctx.pool.query(
    `INSERT INTO producer_requests (id, profile_id, stage, document_hash, requested_at, decided_at)
      VALUES (gen_random_uuid(), $1, 'approved', 'x', $2, $2)`,
    [profileId, app.clock.now()],
  );

describe('a creator', () => {
  test('a suspension that another person finds wrong ends, and the creator is approved as before', async () => {
    const producer = await newProducer();
    await insertRequest(producer);
    await decideProducer(producer, 'suspend');
    const { id, decision } = await contest(producer);
    expect(decision).toMatchObject({
      by: 'decided',
      what: 'Você não pode mais vender neste site.',
      reason: REASON,
    });
    expect(await ticket(id, first)).toMatchObject({ mine: true, right: 'identity.decide' });
    expect((await answer(id, 'overturned', first)).reply.code).toBe('ticket.otherAdmin');
    expect(await stageOf(producer)).toBe('suspended');
    expect((await ticket(id))?.effect).toBe('unsuspends');
    expect((await answer(id, 'overturned')).status).toBe(200);
    expect(await stageOf(producer)).toBe('approved');
    expect((await actsAbout(producer)).slice(-2)).toEqual(['ticket.answered', 'producer.approved']);
    expect(await producer.call('GET /help/decisions')).toMatchObject([
      { restored: true, appealed: true },
    ]);
  });

  test('a suspension ends by an appeal only with a second person, where an approval takes two', async () => {
    const producer = await newProducer();
    await insertRequest(producer);
    await decideProducer(producer, 'suspend');
    const { id } = await contest(producer);
    const config = app.ctx.config as { adminSecondPerson: boolean };
    config.adminSecondPerson = true;
    try {
      expect((await answer(id, 'overturned')).reply.data).toMatchObject({ waitsForSecond: true });
      const [decision] = await producer.call('GET /help/decisions');
      expect(decision).toMatchObject({ restored: false });
      expect(await stageOf(producer)).toBe('suspended');
      await decideProducer(producer, 'approve');
    } finally {
      config.adminSecondPerson = false;
    }
    expect(await stageOf(producer)).toBe('approved');
    expect(await producer.call('GET /help/decisions')).toMatchObject([{ restored: true }]);
  });

  test('a suspension that ended before the answer changes nothing, and both sides read so', async () => {
    const producer = await newProducer();
    await insertRequest(producer);
    await decideProducer(producer, 'suspend');
    const { id } = await contest(producer);
    await decideProducer(producer, 'approve');
    await decideProducer(producer, 'suspend');
    expect((await ticket(id))?.effect).toBe('none');
    await answer(id, 'overturned');
    expect(await stageOf(producer)).toBe('suspended');
    expect(await mailsTo(producer)).toContain('não pode mais ser desfeita sozinha');
  });

  test('a rejected request that another person finds wrongly rejected waits for a decision again', async () => {
    const person = await app.join('recusada');
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    await decideProducer(person, 'reject');
    const { id } = await contest(person);
    expect((await ticket(id))?.effect).toBe('reopens');
    await answer(id, 'overturned');
    expect(await stageOf(person)).toBe('requested');
    expect((await actsAbout(person)).at(-1)).toBe('producer.reopened');
    const { items } = await second.call('GET /dsb/todo', { query: { kind: 'producerRequest' } });
    expect(items.map(({ about }) => about?.domainName)).toContain('recusada');
  });
});

describe('an order', () => {
  const walletOf = async (fan: ApiClient) =>
    (await app.ctx.ledger.balanceOf(fan.profileId)).balance;
  const settled = async () => {
    const producer = await newProducer();
    const fan = await app.join(`fa${people}`);
    const id = await disputedOrder(app, fan, producer);
    const body = { outcome: 'settle', reason: REASON } as const;
    await first.call('POST /dsb/orders/{id}', { params: { id }, body });
    return { producer, fan };
  };

  test('the money of a settled order goes back to the fan whose appeal is won', async () => {
    const { fan } = await settled();
    const { id } = await contest(fan);
    expect((await ticket(id))?.effect).toBe('refunds');
    const before = await walletOf(fan);
    expect((await answer(id, 'overturned')).status).toBe(200);
    expect((await walletOf(fan)) - before).toBe(5_000);
    expect((await ticket(id))?.effect).toBeUndefined();
  });

  test('where the creator has spent the money of an order, who decides reads so before, and none moves', async () => {
    const { fan, producer } = await settled();
    await app.ctx.ledger.fold();
    const { rows } = await app.ctx.pool.query(
      "SELECT h.release_at AS at, h.amount FROM ledger_holds h JOIN ledger_accounts a ON a.id = h.account_id WHERE a.owner_profile_id = $1 AND a.kind = 'pending' AND h.amount > 0",
      [producer.profileId],
    );
    const [{ at, amount: text }] = rows as [{ at: Date; amount: string }];
    const amount = centavos(Number(text));
    const { profileId } = producer;
    const key = `release-${profileId}`;
    await app.ctx.ledger.post({ kind: 'release', key, profileId, releaseAt: at, amount });
    await app.ctx.ledger.post({ kind: 'payout', payoutId: newId(), profileId, amount });
    const { id } = await contest(fan);
    expect((await ticket(id))?.effect).toBe('spent');
    const before = await walletOf(fan);
    expect((await answer(id, 'overturned')).status).toBe(200);
    expect(await walletOf(fan)).toBe(before);
    expect((await fan.call('GET /help/decisions'))[0]).toMatchObject({ restored: false });
  });
});

describe('a show', () => {
  const decide = (id: string, decision: 'warn' | 'blur' | 'end') =>
    first.call('POST /dsb/lives/{id}/decisions', {
      params: { id: id as never },
      body: { decision, reason: REASON },
    });
  const blurredOf = async (id: string) =>
    (await app.ctx.pool.query('SELECT blurred_at FROM lives WHERE id = $1', [id])).rows[0]
      ?.blurred_at;

  test('a blurred show, explained in its creator’s language, has its picture back after a won appeal', async () => {
    const producer = await newProducer();
    await producer.call('PUT /profiles', { body: { defaultLanguage: 'es' } as never });
    const liveId = await partyOf(app, producer);
    await decide(liveId, 'blur');
    expect(await mailsTo(producer)).toMatch(
      /La imagen de tu transmisión fue desenfocada[^]*O motivo da decisão[^]*help\?appeal=/,
    );
    const { id } = await contest(producer);
    expect((await ticket(id))?.effect).toBe('resumes');
    await answer(id, 'overturned');
    expect(await blurredOf(liveId)).toBeNull();
    expect((await actsAbout(producer)).at(-1)).toBe('live.resume');
  });

  test('a warning and an ended show can be contested, and who decides reads that nothing comes back', async () => {
    const producer = await newProducer();
    const liveId = await partyOf(app, producer);
    await decide(liveId, 'warn');
    const warned = await contest(producer);
    expect(warned.decision.what).toBe('Você recebeu um aviso sobre a sua transmissão.');
    await decide(liveId, 'end');
    const ended = await contest(producer);
    expect(ended.decision.what).toBe('Sua transmissão foi encerrada.');
    expect([(await ticket(warned.id))?.effect, (await ticket(ended.id))?.effect]).toEqual([
      'none',
      'none',
    ]);
  });
});

test('a hold of earnings is explained by email, contested, and ends when its producer wins', async () => {
  const producer = await newProducer();
  const params = { producerId: producer.profileId };
  const until = new Date(app.clock.now().getTime() + 10 * DAY_MS).toISOString();
  const hold = { amount: centavos(5_000), reason: REASON, until };
  const usual = { reservePercent: null, review: 'usual', cardReviewFrom: null } as const;
  const change = (rules: object) =>
    first.call('PUT /dsb/payout-rules/{producerId}', {
      params,
      body: { ...usual, note: 'conferido', hold, ...rules },
    });
  await change({});
  // The same hold again is no new decision.
  await change({ reservePercent: 5 });
  expect(
    (await actsAbout(producer)).filter((action) => action === 'payoutRules.held'),
  ).toHaveLength(1);
  expect(await mailsTo(producer)).toMatch(/Uma parte dos seus ganhos está retida[^]*O motivo da/);
  const { id } = await contest(producer);
  expect(await ticket(id)).toMatchObject({ effect: 'releases', right: 'money.decide' });
  const moderator = await joinAdmin(app, 'modera', 'moderation');
  expect((await answer(id, 'overturned', moderator)).reply.code).toBe('auth.rightMissing');
  await answer(id, 'overturned');
  const { rules } = await second.call('GET /dsb/payout-rules/{producerId}', { params });
  expect(rules).toMatchObject({ hold: null, reservePercent: 5 });
  expect((await actsAbout(producer)).at(-1)).toBe('payoutRules.changed');
});

test('a won appeal releases much money only when a second person agrees, and its producer reads so', async () => {
  const config = app.ctx.config as {
    adminSecondPerson: boolean;
    ADMIN_SECOND_PERSON_FROM_CENTAVOS?: number;
  };
  Object.assign(config, { adminSecondPerson: true, ADMIN_SECOND_PERSON_FROM_CENTAVOS: 5_000 });
  const usual = { reservePercent: null, review: 'usual', cardReviewFrom: null } as const;
  const rulesOf = (producer: ApiClient) => ({ params: { producerId: producer.profileId } });
  const held = async (amount: number) => {
    const producer = await newProducer();
    await earn(app, producer, 10_000);
    const until = new Date(app.clock.now().getTime() + 10 * DAY_MS).toISOString();
    const hold = { amount: centavos(amount), reason: REASON, until };
    await first.call('PUT /dsb/payout-rules/{producerId}', {
      ...rulesOf(producer),
      body: { ...usual, note: 'conferido', hold },
    });
    return { producer, id: (await contest(producer)).id };
  };
  const holdOf = async (producer: ApiClient) =>
    (await second.call('GET /dsb/payout-rules/{producerId}', rulesOf(producer))).rules.hold;
  const [little, much] = [await held(4_999), await held(5_000)];
  expect((await answer(little.id, 'overturned')).reply.data.waitsForSecond).toBe(false);
  expect(await holdOf(little.producer)).toBeNull();
  expect((await answer(much.id, 'overturned')).reply.data.waitsForSecond).toBe(true);
  expect(await holdOf(much.producer)).toMatchObject({ amount: 5_000 });
  expect(await mailsTo(much.producer)).toContain('quando outra pessoa da equipe concordar');
  const agree = (by: ApiClient) =>
    by.call('PUT /dsb/payout-rules/{producerId}', {
      ...rulesOf(much.producer),
      body: { ...usual, note: 'de acordo', hold: null },
    });
  const isRestored = async () => (await much.producer.call('GET /help/decisions'))[0]?.restored;
  expect((await agree(second)).waitsForSecond).toBe(true);
  expect(await isRestored()).toBe(false);
  expect((await agree(first)).waitsForSecond).toBe(false);
  expect(await holdOf(much.producer)).toBeNull();
  expect(await isRestored()).toBe(true);
  config.adminSecondPerson = false;
});

test('only a won appeal about money or identity asks for a step-up, and changes nothing without it', async () => {
  const suspended = async () => {
    const producer = await newProducer();
    await insertRequest(producer);
    await decideProducer(producer, 'suspend');
    return { producer, id: (await contest(producer)).id };
  };
  const [stands, won] = [await suspended(), await suspended()];
  const other = await newProducer();
  await first.call('POST /dsb/lives/{id}/decisions', {
    params: { id: (await partyOf(app, other)) as never },
    body: { decision: 'warn', reason: REASON },
  });
  const ofShow = await contest(other);
  const question = await other.call('POST /profiles/help', { body: { message: 'Oi' } });
  app.clock.advance(11 * MINUTE_MS);
  expect((await answer(stands.id, 'upheld')).status).toBe(200);
  expect((await answer(ofShow.id, 'overturned')).status).toBe(200);
  expect((await answer(question.id, 'overturned')).status).toBe(200);
  expect((await answer(won.id, 'overturned')).reply.code).toBe('stepUp.required');
  expect(await stageOf(won.producer)).toBe('suspended');
  await stepUp(app, second);
  expect((await answer(won.id, 'overturned')).status).toBe(200);
  expect(await stageOf(won.producer)).toBe('approved');
});
