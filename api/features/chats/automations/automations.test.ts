// A producer's automations: what makes a message due, when it is sent, and to whom it is not.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { block, fill, joinProducer, open, picture, publish } from '../../../testing/publishing.ts';
import { back, openPlan, stopRenewing, subscribeTo } from '../../../testing/subscribing.ts';
import { renewDue } from '../../subscriptions/index.ts';
import { createSelections } from '../../lists/index.ts';
import { lookForEvents } from './find-events.ts';
import { sendDue } from './send.ts';

type Draft = BodyInput<Routes['POST /chats/automations']>;

const PRICE = 2_000;

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2018-03-10T12:00:00Z') });
});

/** A producer of their own for each test, so that no rule answers another test's events. */
const produce = async (draft: Draft): Promise<{ lia: ApiClient; id: string }> => {
  names += 1;
  const lia = await joinProducer(app, `lia.${names}`);
  await openPlan(lia, PRICE);
  const { id } = await lia.call('POST /chats/automations', { body: draft });
  return { lia, id };
};
const join = async (wallet = 0): Promise<ApiClient> => {
  names += 1;
  const fan = await app.join(`fan.${names}`);
  if (wallet > 0) await fill(app, fan, wallet);
  return fan;
};
/** What the clock does each minute, twice: repeating it sends nothing more. */
const tick = async (ms = MINUTE_MS): Promise<void> => {
  app.clock.advance(ms);
  await app.runJobs();
  for (let n = 0; n < 2; n += 1) {
    await lookForEvents(app.ctx);
    await sendDue(app.ctx, { selections: createSelections(app.ctx) });
    app.clock.advance(MINUTE_MS);
  }
};
const textsFor = async (fan: ApiClient): Promise<string[]> => {
  const { rows } = await app.ctx.pool.query<{ text: string }>(
    `SELECT coalesce(nullif(m.text, ''), c.text) AS text FROM messages m
      LEFT JOIN message_contents c ON c.id = m.content_id
     WHERE m.receiver_id = $1 AND m.writer = 'automation' ORDER BY m.created_at, m.seq`,
    [fan.profileId],
  );
  return rows.map(({ text }) => text);
};
const logOf = async (lia: ApiClient) =>
  (await (await back(app, lia)).call('GET /chats/automations/log', { query: {} })).map(
    ({ trigger, profile, state, reason }) => [trigger, profile?.domainName ?? null, state, reason],
  );

test('a rule on follow sends its text with the name of the follower after its delay, once', async () => {
  const { lia } = await produce({
    trigger: 'follow',
    message: 'Oi, {nome}!',
    delayMinutes: 60,
  });
  const fan = await join();
  await follow(fan, lia);
  await tick();
  expect(await textsFor(fan)).toEqual([]);
  expect(await logOf(lia)).toEqual([['follow', fan.domainName, 'waiting', null]]);
  await tick(60 * MINUTE_MS);
  expect(await textsFor(fan)).toEqual([`Oi, Nome ${fan.domainName}!`]);
  expect(await logOf(lia)).toEqual([['follow', fan.domainName, 'sent', null]]);
  const [message] = await read(await back(app, fan), lia.domainName);
  expect(message?.writer).toEqual({ kind: 'automation', name: null });
});

test('rules on the first subscription, the renewal and the end of a subscription answer each event once', async () => {
  const { lia } = await produce({ trigger: 'firstSubscription', message: 'Primeira' });
  for (const trigger of ['renewal', 'expiry'] as const)
    await lia.call('POST /chats/automations', { body: { trigger, message: trigger } });
  const fan = await join(3 * PRICE);
  expect((await subscribeTo(fan, lia, PRICE)).status).toBe(200);
  await tick();
  expect(await textsFor(fan)).toEqual(['Primeira']);
  // The renewal is charged by its own job.
  await tick(31 * DAY_MS);
  const deps = { ...app.services.payments, defaultCard: async () => 'none' as const };
  expect(await renewDue(app.ctx, deps)).toBe(1);
  await tick();
  expect(await textsFor(fan)).toEqual(['Primeira', 'renewal']);
  await stopRenewing(await back(app, fan), await back(app, lia));
  await tick(40 * DAY_MS);
  expect(await textsFor(fan)).toEqual(['Primeira', 'renewal', 'expiry']);
});

test('a rule on the end of a subscription skips who subscribed again before it was sent', async () => {
  const { lia } = await produce({ trigger: 'expiry', message: 'Volta', delayMinutes: 7_200 });
  const fan = await join(2 * PRICE);
  await subscribeTo(fan, lia, PRICE);
  await stopRenewing(fan, lia);
  await tick(32 * DAY_MS);
  const [again, producer] = [await back(app, fan), await back(app, lia)];
  expect(await logOf(producer)).toEqual([['expiry', fan.domainName, 'waiting', null]]);
  expect((await subscribeTo(again, producer, PRICE)).status).toBe(200);
  await tick(5 * DAY_MS);
  expect(await textsFor(fan)).toEqual([]);
  expect(await logOf(producer)).toEqual([['expiry', fan.domainName, 'skipped', 'left']]);
});

test('a rule on the first purchase answers a post and a paid message, and no second purchase', async () => {
  const { lia } = await produce({ trigger: 'firstPurchase', message: 'Obrigada' });
  const [one, two] = [await join(10_000), await join(10_000)];
  app.clock.advance(1_000);
  const buy = async (fan: ApiClient) => {
    const { id } = await publish(app, lia, { price: 900 });
    await fan.call('POST /posts/{id}/purchase', {
      params: { id: id },
      body: { price: 900 },
      idempotencyKey: crypto.randomUUID(),
    });
  };
  await buy(one);
  await follow(two, lia);
  const { reply } = await send(lia, two, { message: 'Segredo', lockText: true, price: 500 });
  await two.call('POST /chats/messages/{id}/purchase', {
    params: { id: reply.data.id },
    body: { price: 500, version: 1 },
    idempotencyKey: crypto.randomUUID(),
  });
  await tick();
  await buy(one);
  await buy(two);
  await tick();
  expect([await textsFor(one), await textsFor(two)]).toEqual([['Obrigada'], ['Obrigada']]);
});

test('a rule on the birthday of a subscription answers each year, while the fan subscribes', async () => {
  const { lia } = await produce({
    trigger: 'birthday',
    period: 12,
    repeats: true,
    message: 'Um ano!',
  });
  const fan = await join(PRICE);
  await subscribeTo(fan, lia, PRICE);
  const subscribed = app.clock.now();
  // Paid far ahead, so that the test needs no renewals.
  await app.ctx.pool.query(
    `UPDATE subscriptions SET paid_until = $2, renew_at = NULL, remind_at = NULL WHERE fan_id = $1`,
    [fan.profileId, new Date(subscribed.getTime() + 760 * DAY_MS)],
  );
  await app.ctx.pool.query(
    `UPDATE access SET expires_at = $2 WHERE profile_id = $1 AND kind = 'subscription'`,
    [fan.profileId, new Date(subscribed.getTime() + 760 * DAY_MS)],
  );
  await tick(364 * DAY_MS);
  expect(await textsFor(fan)).toEqual([]);
  await tick(DAY_MS);
  await tick(DAY_MS);
  expect(await textsFor(fan)).toEqual(['Um ano!']);
  await tick(366 * DAY_MS);
  expect(await textsFor(fan)).toEqual(['Um ano!', 'Um ano!']);
  await tick(366 * DAY_MS);
  expect(await textsFor(fan)).toHaveLength(2);
});

test('a rule on silence answers each silence of a fan who has written, and no fan who never wrote', async () => {
  const { lia } = await produce({ trigger: 'silence', period: 7, message: 'Tudo bem?' });
  const [fan, quiet] = [await join(10_000), await join()];
  for (const person of [fan, quiet]) await follow(person, lia);
  expect((await send(fan, lia, { message: 'Oi', fee: 100 })).status).toBe(200);
  await tick(6 * DAY_MS);
  expect(await textsFor(fan)).toEqual([]);
  await tick(DAY_MS + 60 * MINUTE_MS);
  await tick(20 * DAY_MS);
  expect(await textsFor(fan)).toEqual(['Tudo bem?']);
  await send(await back(app, fan), lia, { message: 'Voltei', fee: 100 });
  await tick(8 * DAY_MS);
  expect([await textsFor(fan), await textsFor(quiet)]).toEqual([['Tudo bem?', 'Tudo bem?'], []]);
});

test('the priced media of a rule are sold by each message, and its free media are open', async () => {
  const { lia, id } = await produce({ trigger: 'follow', message: 'Em breve' });
  const keys = await Promise.all(
    [41, 42].map(async (seed) => upload(app.server, lia, await picture(seed), 'image/jpeg')),
  );
  const medias = keys.map((key) => ({ key, contentType: 'image/jpeg' as const }));
  const edited = await lia.call('PUT /chats/automations/{id}', {
    params: { id: id },
    body: { trigger: 'follow', message: 'Oi', medias, price: 1_500, free: [0] },
  });
  expect(edited).toMatchObject({ price: 1_500, free: [0], medias: [{}, {}] });
  const [fan, other] = [await join(5_000), await join()];
  for (const person of [fan, other]) await follow(person, lia);
  await app.runJobs();
  const [message] = await read(fan, lia.domainName);
  expect(message?.paidContent).toMatchObject({ price: 1_500, locked: true, images: 1 });
  const [free, locked] = message?.medias ?? [];
  expect((await open(app, fan, free?.url)).statusCode).toBe(200);
  expect(locked?.url ?? null).toBeNull();
  // Taking back one message takes back no other.
  const [sent] = await read(lia, other.domainName);
  await lia.call('DELETE /chats/messages/{id}', { params: { id: sent?.id as never } });
  expect((await read(fan, lia.domainName))[0]).toMatchObject({ content: 'Oi', unsent: false });
});

test('an automation skips people who blocked, muted or unfollowed, with the reason', async () => {
  const { lia, id } = await produce({ trigger: 'follow', message: 'Oi', delayMinutes: 10 });
  const [blocker, muter, leaver, kept] = [await join(), await join(), await join(), await join()];
  for (const fan of [blocker, muter, leaver]) {
    await follow(fan, lia);
    app.clock.advance(1_000);
  }
  await block(app, blocker, lia);
  await send(lia, muter, 'Olá');
  const [chat] = await muter.call('GET /chats', {});
  await muter.call('PUT /chats/{id}', { params: { id: chat?.id as never }, body: { muted: true } });
  await leaver.call('POST /profiles/{id}/follow', {
    params: { id: lia.profileId },
    body: { following: false },
  });
  await app.runJobs();
  await tick(10 * MINUTE_MS);
  await follow(kept, lia);
  await app.runJobs();
  await lia.call('PUT /chats/automations/{id}', {
    params: { id: id },
    body: { trigger: 'follow', message: 'Oi', enabled: false, delayMinutes: 10 },
  });
  await tick(10 * MINUTE_MS);
  // Who blocked is hidden, so the log does not name them.
  expect(await logOf(lia)).toEqual([
    ['follow', kept.domainName, 'skipped', 'stopped'],
    ['follow', leaver.domainName, 'skipped', 'left'],
    ['follow', muter.domainName, 'skipped', 'muted'],
    ['follow', null, 'skipped', 'blocked'],
  ]);
  for (const fan of [blocker, muter, leaver, kept]) expect(await textsFor(fan)).toEqual([]);
});

test('what happened before a rule was made, or while it was off, is no event of it', async () => {
  const draft: Draft = { trigger: 'firstPurchase', message: 'Obrigada' };
  const { lia, id: off } = await produce({ ...draft, enabled: false });
  const fan = await join(10_000);
  const { id } = await publish(app, lia, { price: 900 });
  await fan.call('POST /posts/{id}/purchase', {
    params: { id: id },
    body: { price: 900 },
    idempotencyKey: crypto.randomUUID(),
  });
  await follow(fan, lia);
  app.clock.advance(1_000);
  await lia.call('POST /chats/automations', { body: draft });
  await lia.call('PUT /chats/automations/{id}', {
    params: { id: off },
    body: { ...draft, enabled: true },
  });
  await tick();
  await tick();
  expect(await textsFor(fan)).toEqual([]);
});

test('an automation for a list is sent to the people in it when it is due, and logs who was not', async () => {
  const { lia } = await produce({ trigger: 'follow', message: 'Para todos' });
  const tips = { kind: 'tippers' as const, amount: 500, days: 30 };
  const { id: listId } = await lia.call('POST /lists', { body: { name: 'Mimos', rule: tips } });
  await lia.call('POST /chats/automations', {
    body: { trigger: 'follow', message: 'Para quem dá mimo', listId, delayMinutes: 10 },
  });
  const [generous, other] = [await join(5_000), await join()];
  for (const fan of [generous, other]) await follow(fan, lia);
  await tick();
  await generous.call('POST /funds/tips', {
    body: { toProfileId: lia.profileId, value: 600 },
    idempotencyKey: crypto.randomUUID(),
  });
  await tick(10 * MINUTE_MS);
  expect(await textsFor(generous)).toEqual(['Para todos', 'Para quem dá mimo']);
  expect(await textsFor(other)).toEqual(['Para todos']);
  expect(await logOf(lia)).toContainEqual(['follow', other.domainName, 'skipped', 'notInList']);

  // A deleted list has no people.
  await (await back(app, lia)).call('DELETE /lists/{id}', { params: { id: listId } });
  const rules = await (await back(app, lia)).call('GET /chats/automations', {});
  const listed = rules.find((rule) => rule.listId === listId);
  const {
    id: ruleId,
    sent: _sent,
    createdAt: _at,
    updatedAt: _on,
    ...rule
  } = listed as {
    id: string;
  } & Record<string, unknown>;
  const off = await (
    await back(app, lia)
  ).ask('PUT /chats/automations/{id}', {
    params: { id: ruleId },
    body: { ...rule, enabled: false } as never,
  });
  expect(off.status).toBe(200);
  await (
    await back(app, lia)
  ).call('PUT /chats/automations/{id}', {
    params: { id: ruleId },
    body: { ...rule, enabled: true } as never,
  });
  const late = await join(5_000);
  await follow(late, lia);
  await tick(10 * MINUTE_MS);
  expect(await textsFor(late)).toEqual(['Para todos']);
});

test('an automation for a list by places is refused, and one whose list is by places later is not sent', async () => {
  const { lia, id } = await produce({ trigger: 'follow', message: 'Oi' });
  const place = { kind: 'place' as const, country: 'BR' };
  const { id: placeList } = await lia.call('POST /lists', { body: { name: 'BR', rule: place } });
  const body = { trigger: 'follow' as const, message: 'Oi' };
  const refused = await lia.ask('POST /chats/automations', {
    body: { ...body, listId: placeList },
  });
  expect(['list.placeAlone', 'list.placeTooSmall']).toContain(refused.reply.code);
  const { id: listId } = await lia.call('POST /lists', {
    body: { name: 'Todos', rule: { kind: 'everyone' } },
  });
  await lia.call('PUT /chats/automations/{id}', {
    params: { id },
    body: { ...body, listId },
  });
  await lia.call('PUT /lists/{id}', { params: { id: listId }, body: { rule: place } });
  const fan = await join();
  await follow(fan, lia);
  await tick();
  expect(await textsFor(fan)).toEqual([]);
});

test('an automation for a list of another producer is refused', async () => {
  const { lia } = await produce({ trigger: 'follow', message: 'Oi' });
  const { lia: rival } = await produce({ trigger: 'follow', message: 'Oi' });
  const { id: listId } = await rival.call('POST /lists', { body: { name: 'Minha' } });
  const { reply } = await lia.ask('POST /chats/automations', {
    body: { trigger: 'follow', message: 'Oi', listId },
  });
  expect(reply.code).toBe('list.notFound');
});

test('the log is paged by its cursor and by automation', async () => {
  const { lia, id } = await produce({ trigger: 'follow', message: 'Oi' });
  const fans = [await join(), await join(), await join()];
  for (const fan of fans) {
    await follow(fan, lia);
    await tick();
  }
  const page = async (query: object) =>
    (await lia.ask('GET /chats/automations/log', { query: query })).reply;
  const first = await page({ limit: 2, automationId: id });
  const rest = await page({ limit: 2, before: (first as { cursor?: string }).cursor });
  expect([...first.data, ...rest.data].map(({ profile }) => profile?.domainName)).toEqual(
    fans.map(({ domainName }) => domainName).toReversed(),
  );
  expect((await page({ automationId: crypto.randomUUID() })).data).toEqual([]);
});

test.each([
  [{ trigger: 'silence', message: 'Oi' }, 'validate.required'],
  [{ trigger: 'follow', message: 'Oi', period: 3 }, 'validate.invalid'],
  [{ trigger: 'silence', message: 'Oi', period: 3, repeats: true }, 'validate.invalid'],
  [{ trigger: 'follow' }, 'message.empty'],
  [{ trigger: 'follow', message: 'Oi', price: 500 }, 'message.nothingToSell'],
])('an automation of %j is refused with %s', async (body, code) => {
  const { reply } = await (
    await back(app, app.producer)
  ).ask('POST /chats/automations', { body: body as never });
  const codes = Object.values(reply.fields ?? {}).map((field) => field?.code);
  expect([reply.code, ...codes]).toContain(code);
});

test('a text that is longer than a message with the name of the person is cut, not lost', async () => {
  const { lia } = await produce({ trigger: 'follow', message: `${'x'.repeat(3_990)} {nome}` });
  const fan = await join();
  await app.ctx.pool.query('UPDATE profiles SET display_name = $2 WHERE id = $1', [
    fan.profileId,
    'Um nome comprido',
  ]);
  await follow(fan, lia);
  await tick();
  expect((await textsFor(fan)).map(({ length }) => length)).toEqual([4_000]);
});
