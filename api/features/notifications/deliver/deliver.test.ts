// Notifications reach people by email, at once or once a day, by Web Push, and by neither, as they
// chose.
import {
  DEFAULT_CHANNELS,
  type GroupChannels,
} from '@camarim/contract/features/notifications/channels';
import type { NotificationGroup } from '@camarim/contract/features/notifications/kinds';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { back } from '../../../testing/subscribing.ts';
import { openPushService, type PushService } from '../../../testing/push-service.ts';
import { notify, type NotificationInput } from '../index.ts';

let service: PushService;
let app: TestApp;
let producer: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;
/** Tuesday, 12:00 in São Paulo. */
const NOON = new Date('2026-03-10T15:00:00.000Z');

beforeAll(async () => {
  service = await openPushService();
  app = await testApp({ startAt: NOON, settings: { PUSH_SERVICES: service.origin } });
  await app.ctx.pool.query('UPDATE users SET email_confirmed_at = now()');
  await app.runJobs();
  ({ producer, fan, stranger } = app);
});
afterFile(() => service.close());
beforeEach(async () => {
  await app.ctx.pool.query(
    'DELETE FROM notifications; DELETE FROM inbox_mails; DELETE FROM push_devices; DELETE FROM notification_settings',
  );
});

const iris = () => app.producer.profileId;
const davi = () => app.fan.profileId;

/** Notifies Íris of something that Davi did, and runs what follows. */
const notifyIris = async (notice: Partial<NotificationInput> = {}) => {
  await transaction(app.ctx.db, (tx) =>
    notify(app.ctx, tx, {
      profileId: iris(),
      type: 'tip',
      fromProfileId: davi(),
      amount: centavos(1_000),
      ...notice,
    }),
  );
  await distribute();
};
/** Sessions expire, and people come back. */
const pass = async (hours: number) => {
  app.clock.advance(hours * HOUR_MS);
  [producer, fan, stranger] = [
    await back(app, producer),
    await back(app, fan),
    await back(app, stranger),
  ];
};
const distribute = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'notifications.deliver', {});
  await app.runJobs();
};
const sendDigests = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'notifications.digest', {});
  await app.runJobs();
};
const emails = async () =>
  ((await app.ctx.mail.inbox?.list(20)) ?? []).filter(({ text }) =>
    text.includes('/account/unsubscribe'),
  );
const subjects = async () => (await emails()).map(({ subject }) => subject.replaceAll(/\s/gu, ' '));
const choose = (
  person: ApiClient,
  groups: Partial<Record<NotificationGroup, Partial<GroupChannels>>>,
  rest: object = {},
) =>
  person.call('PUT /profiles/notifications/settings', {
    body: {
      groups: Object.fromEntries(
        Object.entries(DEFAULT_CHANNELS).map(([group, channels]) => [
          group,
          { ...channels, ...groups[group as NotificationGroup] },
        ]),
      ),
      quiet: null,
      timeZone: 'America/Sao_Paulo',
      details: false,
      ...rest,
    } as never,
  });
const subscribe = async (person: ApiClient) => {
  const browser = service.browser();
  const { id } = await person.call('POST /profiles/notifications/push', {
    body: browser.address,
  });
  return { browser, id };
};

test('a tip is emailed at once, with what was written and an address to end these emails', async () => {
  await notifyIris({ text: 'Amei!' });
  const [email] = await emails();
  expect(email?.subject.replaceAll(/\s/gu, ' ')).toBe('Nome davi enviou um mimo de R$ 10,00');
  expect(email?.text).toContain('Amei!');
  expect(email?.text).toContain('/account/unsubscribe?code=');
  await distribute();
  expect(await emails()).toHaveLength(1);
});

test.each([
  ['purchase', 'Você vendeu um post por R$ 10,00'],
  ['subscription', 'Nome davi assinou seu perfil'],
  ['cashOutPaid', 'Sobre o seu saque de R$ 10,00'],
] as const)('a %s is emailed at once', async (type, subject) => {
  await notifyIris({ type });
  expect(await subjects()).toEqual([subject]);
});

test('one press ends the emails of a group without a session, and leaves the others', async () => {
  await notifyIris();
  const code = /code=(\S+)/.exec((await emails())[0]?.text ?? '')?.[1] ?? '';
  const press = (given: string) =>
    app.visitor.ask('POST /publics/notifications/unsubscribe', { body: { code: given } });
  expect((await press(code)).reply.data).toEqual({ topic: 'sales' });
  expect((await press(code)).status).toBe(200);
  await notifyIris();
  await notifyIris({ type: 'cashOutPaid' });
  expect(await subjects()).toEqual([
    'Sobre o seu saque de R$ 10,00',
    'Nome davi enviou um mimo de R$ 10,00',
  ]);
  const [profileId, , mac] = code.split('.');
  for (const forged of [`${profileId}.wallet.${mac}`, `${davi()}.sales.${mac}`, 'x', ''])
    expect((await press(forged)).reply.code).toBe('token.invalid');
});

test('an account whose address is not confirmed gets no such emails', async () => {
  const { pool } = app.ctx;
  await pool.query('UPDATE users SET email_confirmed_at = NULL');
  await notifyIris();
  await pool.query('UPDATE users SET email_confirmed_at = now()');
  expect(await emails()).toEqual([]);
});

test('what waits for the daily email is sent once at nine, without what was read or turned off', async () => {
  await choose(producer, { audience: { email: 'digest' } });
  await notifyIris({ type: 'comment' });
  await notifyIris({ type: 'mention' });
  await notifyIris({ type: 'follow' });
  const listed = await producer.call('GET /profiles/notifications', {
    query: { types: 'mention' },
  });
  await producer.call('POST /profiles/notifications/read', {
    body: { ids: listed.map(({ id }) => id) },
  });
  await choose(producer, {});
  await sendDigests();
  expect(await emails()).toEqual([]);
  await pass(22);
  await sendDigests();
  await sendDigests();
  const [digest, ...others] = await emails();
  expect(others).toEqual([]);
  expect(digest?.subject).toBe('Suas novidades de hoje: 1');
  expect(digest?.text).toContain('• Nome davi comentou no seu post.');
  expect(digest?.text).not.toContain('seguir');
});

test('a group that is off in the application is neither listed nor counted', async () => {
  await choose(producer, { sales: { inApp: false } });
  await notifyIris();
  await notifyIris({ type: 'topUp' });
  expect((await producer.call('GET /profiles/notifications')).map(({ type }) => type)).toEqual([
    'topUp',
  ]);
  const { unread, flags } = await producer.call('GET /profiles/notifications/unread');
  expect([unread, flags.earning, flags.walletIn]).toEqual([1, false, true]);
});

test('a push tells a locked screen nothing unless the person asked for it', async () => {
  const { browser } = await subscribe(producer);
  await notifyIris({ text: 'Amei!' });
  expect(browser.messages).toEqual([
    {
      title: 'Você tem uma novidade.',
      body: '',
      path: '/notifications',
      tag: 'unread',
      unread: 1,
    },
  ]);
  await choose(producer, {}, { details: true });
  await notifyIris({ text: 'De novo!' });
  expect(browser.messages[1]).toMatchObject({
    title: expect.stringContaining('Nome davi'),
    body: 'De novo!',
    path: '/earnings',
    unread: 2,
  });
  const { publicKey } = await producer.call('GET /profiles/notifications/push');
  expect(service.signers.at(-1)).toEqual({ key: publicKey, sub: expect.any(String) });
});

test('a person gets no push in quiet hours, and one message at their end', async () => {
  const { browser } = await subscribe(producer);
  const local = (hours: number) => ((app.clock.now().getUTCHours() - 3 + hours + 48) % 24) * 60;
  await choose(producer, {}, { quiet: { from: local(-1), until: local(2) } });
  await notifyIris();
  await notifyIris();
  expect(browser.messages).toEqual([]);
  await pass(2);
  await app.runJobs();
  expect(browser.messages).toMatchObject([{ title: 'Você tem 2 novidades.', unread: 2 }]);
});

test('what waits for the end of quiet hours waits longer when they were made longer', async () => {
  const { browser } = await subscribe(producer);
  const local = (hours: number) => ((app.clock.now().getUTCHours() - 3 + hours + 48) % 24) * 60;
  await choose(producer, {}, { quiet: { from: local(-1), until: local(2) } });
  await notifyIris();
  await choose(producer, {}, { quiet: { from: local(-1), until: local(4) } });
  await pass(2);
  await app.runJobs();
  expect(browser.messages).toEqual([]);
  await pass(2);
  await app.runJobs();
  expect(browser.messages).toMatchObject([{ title: 'Você tem uma novidade.', unread: 1 }]);
});

test('a notification that was read before its push, and one of a group without push, is not pushed', async () => {
  const { browser } = await subscribe(producer);
  await choose(producer, { payouts: { push: false } });
  await notifyIris({ type: 'cashOutPaid' });
  await transaction(app.ctx.db, (tx) =>
    notify(app.ctx, tx, { profileId: iris(), type: 'tip', fromProfileId: davi() }),
  );
  await producer.call('POST /profiles/notifications/read', { body: {} });
  await distribute();
  expect(browser.messages).toEqual([]);
});

test.each([404, 410])(
  'a browser whose push service answers %i is removed, and the others still get the message',
  async (status) => {
    const gone = await subscribe(producer);
    const other = await subscribe(producer);
    gone.browser.answer = status;
    await notifyIris();
    const { devices } = await producer.call('GET /profiles/notifications/push');
    expect(devices.map(({ id }) => id)).toEqual([other.id]);
    expect(other.browser.messages).toHaveLength(1);
  },
);

test.each([307, 401, 403, 500, 429])(
  'a push service that answers %i keeps its browser, and the attempt is repeated',
  async (status) => {
    const { browser, id } = await subscribe(producer);
    browser.answer = status;
    await expect(notifyIris()).rejects.toThrow('notifications.push failed');
    browser.answer = 201;
    await pass(1);
    await app.runJobs();
    expect(browser.messages).toHaveLength(1);
    const { devices } = await producer.call('GET /profiles/notifications/push');
    expect(devices.map((device) => device.id)).toEqual([id]);
  },
);

test('a push service that does not answer repeats no message to the other browsers of the person', async () => {
  const down = await subscribe(producer);
  const other = await subscribe(producer);
  down.browser.answer = 503;
  await expect(notifyIris()).rejects.toThrow('notifications.push failed');
  await expect(app.runJobs()).rejects.toThrow('notifications.push failed');
  down.browser.answer = 201;
  await app.runJobs();
  expect([down.browser.messages.length, other.browser.messages.length]).toEqual([1, 1]);
});

test('keys by which no message can be encrypted are refused', async () => {
  const { endpoint, keys } = service.browser().address;
  const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  for (const wrong of [{ p256dh: noPoint }, { auth: 'a'.repeat(20) }]) {
    const { status } = await producer.ask('POST /profiles/notifications/push', {
      body: { endpoint, keys: { ...keys, ...wrong } },
    });
    expect(status).toBe(400);
  }
});

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:5432/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.example.com/x',
  'https://user:secret@fcm.googleapis.com/fcm/send/x',
  'https://notify.windows.com.example.com/x',
])('no push is sent to %s, which is at no known push service', async (endpoint) => {
  const { address } = service.browser();
  const { status, reply } = await producer.ask('POST /profiles/notifications/push', {
    body: { ...address, endpoint },
  });
  expect([status, reply.code]).toEqual([422, 'push.endpointRefused']);
});

test('a browser that another person logs in to gets only the notifications of that person', async () => {
  const { browser } = await subscribe(producer);
  await fan.call('POST /profiles/notifications/push', { body: browser.address });
  await notifyIris();
  expect(browser.messages).toEqual([]);
  expect((await producer.call('GET /profiles/notifications/push')).devices).toEqual([]);
  expect((await fan.call('GET /profiles/notifications/push')).devices).toHaveLength(1);
});

test('an address that a browser renewed by itself goes to its session, and never to another person', async () => {
  const { browser } = await subscribe(producer);
  const renew = (person: ApiClient, body = service.browser().address) =>
    person.ask('POST /profiles/notifications/push', { body: { ...body, renewed: true } });
  expect((await renew(fan, browser.address)).reply.code).toBe('push.notFound');
  expect((await renew(fan)).reply.code).toBe('push.notFound');
  const next = service.browser();
  expect((await renew(producer, next.address)).status).toBe(200);
  await notifyIris();
  expect([browser.messages.length, next.messages.length]).toEqual([0, 1]);
  expect((await producer.call('GET /profiles/notifications/push')).devices).toHaveLength(1);
  expect((await fan.call('GET /profiles/notifications/push')).devices).toEqual([]);
});

test('a browser whose session has ended gets nothing', async () => {
  const { browser } = await subscribe(producer);
  await app.ctx.pool.query(
    'UPDATE sessions SET revoked_at = now() WHERE id IN (SELECT session_id FROM push_devices)',
  );
  await notifyIris();
  expect(browser.messages).toEqual([]);
  producer = await back(app, producer);
});

test('a person gets pushes in at most ten browsers', async () => {
  for (let count = 0; count < 10; count++) await subscribe(producer);
  const { status, reply } = await producer.ask('POST /profiles/notifications/push', {
    body: service.browser().address,
  });
  expect([status, reply.code]).toEqual([409, 'push.tooManyDevices']);
});

test('browsers whose session has ended do not count among the ten', async () => {
  for (let count = 0; count < 10; count++) await subscribe(stranger);
  await app.ctx.pool.query(
    'UPDATE sessions SET revoked_at = now() WHERE id IN (SELECT session_id FROM push_devices)',
  );
  stranger = await back(app, stranger);
  await subscribe(stranger);
  const { devices } = await stranger.call('GET /profiles/notifications/push');
  expect(devices).toHaveLength(1);
});

test('the archive names push settings and browsers without addresses, and a removal erases both', async () => {
  const { browser } = await subscribe(stranger);
  await choose(stranger, { sales: { email: 'off' } });
  const texts: Record<string, string> = {};
  for (const part of app.services.personalData.partsOf(app.stranger.profileId))
    for await (const file of part)
      if (file.path.startsWith('notifications/')) {
        texts[file.path] = '';
        for await (const chunk of await file.content()) texts[file.path] += String(chunk);
      }
  expect(JSON.parse(texts['notifications/settings.json'] ?? '')).toMatchObject([
    { email: { sales: 'off' } },
  ]);
  expect(JSON.parse(texts['notifications/devices.json'] ?? '')).toHaveLength(1);
  expect(texts['notifications/devices.json']).not.toContain(browser.address.endpoint);
  await app.services.personalData.erase(app.stranger.profileId);
  const { rows } = await app.ctx.pool.query(
    'SELECT (SELECT count(*) FROM push_devices WHERE profile_id = $1)::int + (SELECT count(*) FROM notification_settings WHERE profile_id = $1)::int AS left',
    [app.stranger.profileId],
  );
  expect(rows).toEqual([{ left: 0 }]);
});
