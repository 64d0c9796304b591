// Notifications of calls, for producers who have no page open.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { callFor, joinShowPair, openShow, PRICE } from '../../../testing/lives/paid-show.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});

const join = () => joinShowPair(app, 20_000, { partyCharge: 'free' });
const noticesOf = (producer: ApiClient) =>
  producer.call('GET /profiles/notifications', { query: { types: 'partyCall,privateCall' } });
/** Kinds, newest first, and which of them are unread. */
const unreadOf = async (producer: ApiClient) =>
  (await noticesOf(producer)).map(({ type, read }) => (read ? 'read' : type));
const cancel = (fan: ApiClient, producer: ApiClient) =>
  fan.call('POST /lives/call/{producerId}', {
    params: { producerId: producer.profileId },
    body: { type: '3', action: 'cancel' },
  });

test('a call is notified with its caller, its price and the page that answers it, once while it waits', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer);
  await callFor(fan, producer);
  const notices = await noticesOf(producer);
  expect(notices).toMatchObject([
    {
      type: 'privateCall',
      group: 'sales',
      from: { id: fan.profileId },
      amount: PRICE,
      link: `/live?callForChat=${fan.profileId}&chatType=3`,
      read: false,
    },
  ]);
  expect(notices[0]?.message).toMatch(/chama você para um show privado de R\$\s6,00 por minuto\.$/);
  expect((await producer.call('GET /profiles/notifications/unread')).unread).toBe(1);
});

test('a call that changes to another show is notified as that show only', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer, '3');
  await callFor(fan, producer, '2');
  expect(await unreadOf(producer)).toEqual(['partyCall', 'read']);
  expect((await noticesOf(producer))[0]?.link).toMatch(/chatType=2$/);
});

test('a call that is taken back leaves nothing unread, and one 30 minutes later is notified', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer);
  await cancel(fan, producer);
  expect(await unreadOf(producer)).toEqual(['read']);
  await callFor(fan, producer);
  await cancel(fan, producer);
  expect(await unreadOf(producer)).toEqual(['read']);
  await app.ctx.pool.query(
    `UPDATE notifications SET created_at = created_at - interval '31 minutes'
     WHERE profile_id = $1`,
    [producer.profileId],
  );
  await callFor(fan, producer);
  expect(await unreadOf(producer)).toEqual(['privateCall', 'read']);
});

test.each(['declined', 'accepted', 'not answered in time'])(
  'a call that is %s leaves nothing unread',
  async (outcome) => {
    const { producer, fan } = await join();
    const { reply } = await callFor(fan, producer);
    expect(await unreadOf(producer)).toEqual(['privateCall']);
    if (outcome === 'declined')
      await producer.call('POST /lives/calls/{id}/decline', {
        params: { id: reply.data?.id as never },
      });
    else if (outcome === 'accepted') await openShow(producer, '3', fan);
    else {
      app.clock.advance(181_000);
      await app.ctx.jobs.enqueue(app.ctx.db, 'lives.follow', {});
      await app.runJobs();
    }
    expect(await unreadOf(producer)).toEqual(['read']);
  },
);

test('a producer whose page is open sees the call itself, and gets no notification', async () => {
  const { producer, fan } = await join();
  await app.ctx.presence.seen(producer.profileId, 'tab');
  await callFor(fan, producer);
  expect(await noticesOf(producer)).toEqual([]);
  expect(await producer.call('GET /lives/calls')).toHaveLength(1);
});

test('a call is emailed at once to a producer whose settings have emails of sales', async () => {
  const { producer, fan } = await join();
  await app.ctx.pool.query('UPDATE users SET email_confirmed_at = now()');
  await callFor(fan, producer);
  await app.ctx.jobs.enqueue(app.ctx.db, 'notifications.deliver', {});
  await app.runJobs();
  const mails = (await app.ctx.mail.inbox?.list(20)) ?? [];
  const answer = `/live?callForChat=${fan.profileId}&chatType=3`;
  expect(mails.filter(({ text }) => text.includes(answer))).toMatchObject([
    { subject: expect.stringContaining('show privado') },
  ]);
});

test('calls that are taken back again and again are emailed once in 30 minutes', async () => {
  const { producer, fan } = await join();
  await app.ctx.pool.query('UPDATE users SET email_confirmed_at = now()');
  for (let n = 0; n < 4; n += 1) {
    await callFor(fan, producer);
    await app.ctx.jobs.enqueue(app.ctx.db, 'notifications.deliver', {});
    await app.runJobs();
    await cancel(fan, producer);
    app.clock.advance(15_000);
  }
  const mails = (await app.ctx.mail.inbox?.list(100)) ?? [];
  const own = mails.filter(({ text }) => text.includes(`callForChat=${fan.profileId}`));
  expect(own).toHaveLength(1);
  expect(await producer.call('GET /lives/calls')).toEqual([]);
});
