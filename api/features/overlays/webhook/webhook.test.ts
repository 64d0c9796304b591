// Events of rooms reach the webhook of their producer: signed, once each, in spite of failures, and
// without personal data beyond a display name.
import type { LiveId } from '@camarim/contract/features/lives';
import { roomEventSchema } from '@camarim/contract/features/lives/room-events';
import { WEBHOOK_ATTEMPTS } from '@camarim/contract/features/overlays/limits';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { broadcast } from '../../../testing/lives/broadcasting.ts';
import { enter, partyOf } from '../../../testing/lives/party.ts';
import { block, fill, joinProducer, refused } from '../../../testing/publishing.ts';
import {
  isSignedBy,
  webhookProgram,
  type WebhookProgram,
} from '../../../testing/overlays/webhook-program.ts';
import { signedHeaders } from './signature.ts';

let app: TestApp;
let program: WebhookProgram;
let producer: ApiClient;
let ana: ApiClient;
let made = 0;

beforeAll(async () => {
  program = await webhookProgram(() => app.clock.now());
  app = await testApp({
    // The database says by its own clock when a job is due again.
    startAt: new Date(),
    settings: { WEBHOOK_PRIVATE_ORIGINS: program.origin },
  });
});
afterAll(() => program.close());
beforeEach(async () => {
  app.clock.set(new Date());
  made += 1;
  producer = await joinProducer(app, `sinal${made}`);
  ana = await app.join(`rita${made}`);
  Object.assign(program, { secrets: [], received: [], refused: 0, answer: 204 });
});

const connect = async (path = '/hook'): Promise<string> => {
  const { secret } = await producer.call('PUT /overlays/webhook', {
    body: { url: `${program.origin}${path}` },
  });
  if (!secret) throw new Error('the webhook was there');
  program.secrets.push(secret);
  return secret;
};
/** One sweep: events that were recorded get deliveries, and deliveries that are due an attempt. */
const look = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'overlays.dispatch', {});
  return app.ctx.jobs.runDue(app.clock.now());
};
const deliveries = () => producer.call('GET /overlays/webhook/deliveries');
/**
 * Oldest first. Deliveries are independent, so they may arrive in another order; only their list
 * has the order of the events, whose ids may be of one millisecond.
 */
const received = async () => {
  const listed = (await deliveries()).map(({ event }) => event.id).toReversed();
  const place = (event: Record<string, unknown>) => listed.indexOf(String(event['id']));
  return program.received
    .map(({ event }) => event)
    .toSorted((one, other) => place(one) - place(other));
};
const types = async () => (await received()).map(({ type }) => type);
const sendTest = () => producer.call('POST /overlays/test');

const room = async (): Promise<LiveId> => {
  const liveId = await partyOf(app, producer);
  await enter(app, liveId, ana);
  await fill(app, ana, 100_000);
  return liveId;
};
const tip = (liveId: LiveId, value: number, more: object = {}) =>
  ana.call('POST /funds/tips', {
    body: { liveId, value: centavos(value), ...more },
    idempotencyKey: newId(),
  });

describe('events of a room', () => {
  test('tips, orders, a goal and the end of the show arrive once each, in the form of the contract', async () => {
    const liveId = await room();
    await connect();
    const goal = await producer.call('POST /goals', {
      body: { title: 'Refletor', value: centavos(1_000) },
    });
    const item = await producer.call('POST /lives/room/menu', {
      body: { label: 'Beijo', price: centavos(700) },
    });
    await tip(liveId, 600, { message: 'segredo da mensagem' });
    await tip(liveId, 1_000, { goalId: goal.id });
    await tip(liveId, 700, { itemId: item.id });
    const [order] = await producer.call('GET /lives/{id}/menu-purchases', {
      params: { id: liveId },
      query: {},
    });
    for (const done of [true, false, true])
      await producer.call('PUT /lives/{id}/menu-purchases/{messageId}', {
        params: { id: liveId, messageId: order?.id as never },
        body: { done },
      });
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    await look();
    await look();
    const events = await received();
    const show = { id: liveId, type: 'party' };
    const from = `Nome ${ana.domainName}`;
    const filled = { id: goal.id, title: 'Refletor', value: 1_000, balance: 1_000 };
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'tip.received', data: { show, from, value: 600, goal: null } },
      { type: 'tip.received', data: { show, from, value: 1_000, goal: filled } },
      { type: 'goal.reached', data: { show, goal: filled } },
      {
        type: 'menu.ordered',
        data: {
          show,
          from,
          value: 700,
          goal: null,
          orderId: order?.id,
          item: { id: item.id, label: 'Beijo' },
        },
      },
      {
        type: 'menu.done',
        data: { show, orderId: order?.id, item: { id: item.id, label: 'Beijo' } },
      },
      { type: 'show.ended', data: { show } },
    ]);
    for (const event of events) expect(roomEventSchema.safeParse(event).error).toBeUndefined();
    const sent = JSON.stringify(events);
    for (const personal of [ana.profileId, ana.domainName, 'segredo', 'example.com'])
      expect(sent.replaceAll(from, '')).not.toContain(personal);
    expect(program.received.map(({ id }) => id).toSorted()).toEqual(
      events.map(({ id }) => String(id)).toSorted(),
    );
    expect(program.refused).toBe(0);
  });

  test('a show that goes on air is reported, and the name of a person who is hidden from the producer is not', async () => {
    await connect();
    const { id: liveId } = await broadcast(app, producer);
    await enter(app, liveId, ana);
    await fill(app, ana, 1_000);
    await tip(liveId, 500);
    await block(app, ana, producer);
    await look();
    expect((await received()).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'show.started', data: { show: { id: liveId, type: 'party' } } },
      {
        type: 'tip.received',
        data: { show: { id: liveId, type: 'party' }, from: null, value: 500, goal: null },
      },
    ]);
  });

  test('events of a room are recorded neither before a webhook is set nor after it is deleted', async () => {
    const recorded = async () =>
      (
        await app.ctx.pool.query('SELECT FROM live_events WHERE producer_id = $1', [
          producer.profileId,
        ])
      ).rowCount;
    const liveId = await room();
    await tip(liveId, 500);
    expect(await recorded()).toBe(0);
    await connect();
    await tip(liveId, 500);
    expect(await recorded()).toBe(1);
    await producer.call('DELETE /overlays/webhook');
    await producer.call('DELETE /overlays/webhook');
    await tip(liveId, 500);
    await look();
    expect(await recorded()).toBe(0);
    expect(program.received).toEqual([]);
    expect(await producer.call('GET /overlays/webhook')).toBeNull();
    await connect();
    await sendTest();
    await look();
    expect(await types()).toEqual(['test']);
  });
});

describe('a delivery', () => {
  test('a delivery of a webhook starts with the realtime event, before the sweep of each minute', async () => {
    app.relay.start();
    await connect();
    await sendTest();
    await expect.poll(async () => (await deliveries()).length).toBe(1);
    await app.relay.stop();
  });

  test('a delivery of a webhook is retried with its id and a new time until the program accepts it', async () => {
    await connect();
    program.answer = 500;
    await sendTest();
    await look();
    expect(await deliveries()).toMatchObject([
      { event: { type: 'test' }, state: 'waiting', attempts: 1, status: 500 },
    ]);
    program.answer = 204;
    app.clock.advance(60_000);
    await look();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }]);
    const [first, second] = program.received;
    expect(second?.id).toBe(first?.id);
    expect(second?.at).toBe((first?.at ?? 0) + 60);
    await look();
    expect(program.received).toHaveLength(2);
  });

  test('a delivery of a webhook fails after its last attempt', async () => {
    await connect();
    program.answer = 503;
    await sendTest();
    for (let attempt = 0; attempt < WEBHOOK_ATTEMPTS + 2; attempt += 1) {
      await look();
      app.clock.advance(HOUR_MS);
    }
    const { rows } = await app.ctx.pool.query(
      'SELECT d.state, d.attempts FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.producer_id = $1',
      [producer.profileId],
    );
    expect(rows).toEqual([{ state: 'failed', attempts: WEBHOOK_ATTEMPTS }]);
  });

  test('a delivery that is answered by 410 disables the webhook until its address is set again', async () => {
    await connect();
    program.answer = 410;
    await sendTest();
    await look();
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 1, status: 410 }]);
    expect(await producer.call('GET /overlays/webhook')).toMatchObject({ state: 'disabled' });
    await sendTest();
    await look();
    expect(program.received).toHaveLength(1);
    program.answer = 204;
    const { secret, state } = await producer.call('PUT /overlays/webhook', {
      body: { url: `${program.origin}/again` },
    });
    expect({ secret, state }).toEqual({ secret: null, state: 'active' });
    await look();
    // What happened while it was disabled is not sent as if it were new.
    expect(program.received).toHaveLength(1);
    await sendTest();
    await look();
    expect(program.received).toHaveLength(2);
    expect(program.received.at(-1)).toMatchObject({ path: '/again' });
  });

  test('a delivery of a webhook never goes to an address that is not public, not even a saved one', async () => {
    for (const url of ['http://127.0.0.1:1/', 'https://10.0.0.1/', 'https://localhost/', 'x'])
      expect(await refused(producer, 'PUT /overlays/webhook', { body: { url } })).toBe(
        'webhook.urlRefused',
      );
    await connect();
    await app.ctx.pool.query('UPDATE webhooks SET url = $2 WHERE producer_id = $1', [
      producer.profileId,
      'https://169.254.169.254/latest',
    ]);
    await sendTest();
    await look();
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', status: null, problem: 'refused' },
    ]);
  });
});

describe('the secret', () => {
  test('the secret of a webhook signs as the example of the Standard Webhooks libraries', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    const at = new Date(1_614_265_330_000);
    const headers = signedHeaders([secret], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const checks = [
      isSignedBy(secret, headers, body, at.getTime()),
      isSignedBy(secret, headers, `${body} `, at.getTime()),
      isSignedBy(secret, { ...headers, 'webhook-id': 'other' }, body, at.getTime()),
      isSignedBy(secret, headers, body, at.getTime() + 301_000),
      isSignedBy('whsec_AAAA', headers, body, at.getTime()),
    ];
    expect(await Promise.all(checks)).toEqual([true, false, false, false, false]);
  });

  test('the secret of a webhook is shown once, and is not readable in the database', async () => {
    const secret = await connect();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await producer.call('GET /overlays/webhook'))).not.toContain('whsec_');
    const { rows } = await app.ctx.pool.query(
      'SELECT secret FROM webhooks WHERE producer_id = $1',
      [producer.profileId],
    );
    expect(Buffer.from(rows[0].secret).toString('latin1')).not.toContain(secret.slice(6));
    expect(app.lines.join('\n')).not.toContain(secret.slice(6));
  });

  test('the secret of a webhook signs together with the former one for a day after a rotation', async () => {
    const former = await connect();
    const { secret } = await producer.call('POST /overlays/webhook/secret');
    expect(secret).not.toBe(former);
    for (const known of [former, secret]) {
      program.secrets = [known];
      await sendTest();
      await look();
    }
    expect(await types()).toEqual(['test', 'test']);
    await app.ctx.pool.query('UPDATE webhooks SET former_until = $2 WHERE producer_id = $1', [
      producer.profileId,
      app.clock.now(),
    ]);
    program.secrets = [former];
    await sendTest();
    await look();
    expect(program.refused).toBe(1);
    expect(await producer.call('GET /overlays/webhook')).toMatchObject({ formerSecretUntil: null });
  });

  test('the secret of a webhook can’t be rotated without a webhook', async () => {
    expect(await refused(producer, 'POST /overlays/webhook/secret')).toBe('webhook.notFound');
  });
});

test('the removal of an account deletes its webhook and events, and its name from the events of others', async () => {
  const liveId = await room();
  await connect();
  await tip(liveId, 500);
  await app.services.personalData.erase(ana.profileId);
  await look();
  expect(await received()).toMatchObject([{ type: 'tip.received', data: { from: null } }]);
  await app.services.personalData.erase(producer.profileId);
  const { rows } = await app.ctx.pool.query(
    `SELECT (SELECT count(*) FROM webhooks WHERE producer_id = $1) + (SELECT count(*)
      FROM live_events WHERE producer_id = $1) AS kept`,
    [producer.profileId],
  );
  expect(Number(rows[0].kept)).toBe(0);
});
