// The welcome message is sent on the first follow and the first subscription, once for each pair.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read } from '../../../testing/chatting.ts';
import { block, fill, joinProducer, open, picture } from '../../../testing/publishing.ts';
import { openPlan, subscribeTo } from '../../../testing/subscribing.ts';
import { createSelections } from '../../lists/index.ts';
import { sendDue, sendDueAfter } from './send.ts';

const PRICE = 2_000;

let app: TestApp;
let lia: ApiClient;
let fans = 0;
const lists = () => ({ selections: createSelections(app.ctx) });
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  await openPlan(lia, PRICE);
});
beforeEach(() => write('Oi, {nome}! Que bom ter você aqui.'));

const write = (message: string, medias: readonly unknown[] = []) =>
  lia.call('POST /profiles/welcome', { body: { message, medias: medias as never } });
const join = async (): Promise<ApiClient> => {
  fans += 1;
  return app.join(`fan.${fans}`);
};
const unfollow = (fan: ApiClient) =>
  fan.call('POST /profiles/{id}/follow', {
    params: { id: lia.profileId },
    body: { following: false },
  });
const messagesOf = async (fan: ApiClient) =>
  (await read(fan, 'lia.solar')).map(({ content, writer, mine }) => [content, writer.kind, mine]);
const greeting = (fan: ApiClient) => [
  `Oi, Nome ${fan.domainName}! Que bom ter você aqui.`,
  'automation',
  false,
];
const logOf = async (fan: ApiClient) =>
  (
    await app.ctx.pool.query(
      'SELECT trigger, skipped, message_id IS NOT NULL AS sent FROM automatic_messages WHERE profile_id = $1',
      [fan.profileId],
    )
  ).rows;

test('a new follower receives the welcome message by their name, written by an automation', async () => {
  const fan = await join();
  await follow(fan, lia);
  await app.runJobs();
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
  const [chat] = await fan.call('GET /chats', {});
  expect(chat).toMatchObject({ profileId: lia.profileId, unreadMessages: 1 });
});

test('a person who follows, unfollows, follows again and subscribes receives one welcome message', async () => {
  const fan = await join();
  await fill(app, fan, 10_000);
  await follow(fan, lia);
  await app.runJobs();
  await unfollow(fan);
  await follow(fan, lia);
  await subscribeTo(fan, lia, PRICE);
  await app.runJobs();
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
});

test('a follow and a first subscription at once send one welcome message', async () => {
  const fan = await join();
  await fill(app, fan, 10_000);
  await Promise.all([follow(fan, lia), subscribeTo(fan, lia, PRICE)]);
  const event = { producerId: lia.profileId, profileId: fan.profileId };
  await Promise.all([
    app.runJobs(),
    ...(['follow', 'firstSubscription', 'follow'] as const).map((trigger) =>
      sendDueAfter(app.ctx, lists(), { ...event, trigger }),
    ),
  ]);
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
});

test('a first subscriber who does not follow receives the welcome message', async () => {
  const fan = await join();
  await fill(app, fan, 10_000);
  expect((await subscribeTo(fan, lia, PRICE)).status).toBe(200);
  await app.runJobs();
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
  expect(await logOf(fan)).toEqual([{ trigger: 'firstSubscription', skipped: null, sent: true }]);
});

test('the media of a welcome message are sent with it, and opened by its receivers only', async () => {
  const key = await upload(app.server, lia, await picture(3), 'image/jpeg');
  await write('Oi', [{ key, contentType: 'image/jpeg' }]);
  const [fan, other] = [await join(), await join()];
  await follow(fan, lia);
  await app.runJobs();
  const [message] = await read(fan, 'lia.solar');
  expect(message).toMatchObject({ content: 'Oi', displayMessage: true });
  const url = message?.medias[0]?.url;
  expect((await open(app, fan, url)).statusCode).toBe(200);
  expect((await open(app, other, url)).statusCode).toBe(403);
  // What was sent stays when the welcome message is removed.
  await lia.call('DELETE /profiles/welcome');
  await app.runJobs();
  const [kept] = await read(fan, 'lia.solar');
  expect((await open(app, fan, kept?.medias[0]?.url)).statusCode).toBe(200);
});

test.each([
  [true, 'the producer'],
  [false, 'the fan'],
])('a pair that is blocked (%s: by %s) before the message is sent receives none', async (byLia) => {
  const fan = await join();
  await follow(fan, lia);
  await block(app, ...((byLia ? [lia, fan] : [fan, lia]) as [ApiClient, ApiClient]));
  await app.runJobs();
  const { rows } = await app.ctx.pool.query('SELECT FROM messages WHERE receiver_id = $1', [
    fan.profileId,
  ]);
  expect(rows).toEqual([]);
  expect(await logOf(fan)).toEqual([{ trigger: 'follow', skipped: 'blocked', sent: false }]);
});

test('a person who unfollowed before the welcome message was sent receives it at their next follow', async () => {
  const fan = await join();
  await follow(fan, lia);
  await unfollow(fan);
  await app.runJobs();
  expect(await logOf(fan)).toEqual([{ trigger: 'follow', skipped: 'left', sent: false }]);
  await follow(fan, lia);
  await app.runJobs();
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
});

test('a producer without a welcome message sends none, and no entry is kept', async () => {
  await lia.ask('DELETE /profiles/welcome');
  const fan = await join();
  await follow(fan, lia);
  await app.runJobs();
  expect([await messagesOf(fan), await logOf(fan)]).toEqual([[], []]);
});

test('a message that was written down before its process ended is sent by the clock, once', async () => {
  const fan = await join();
  await follow(fan, lia);
  await app.ctx.pool.query(
    `INSERT INTO automatic_messages (id, producer_id, profile_id, trigger, created_at, due_at)
     VALUES (gen_random_uuid(), $1, $2, 'follow', $3, $3)`,
    [lia.profileId, fan.profileId, app.clock.now()],
  );
  await Promise.all([sendDue(app.ctx, lists()), sendDue(app.ctx, lists()), app.runJobs()]);
  await sendDue(app.ctx, lists());
  expect(await messagesOf(fan)).toEqual([greeting(fan)]);
});

test('a removed account leaves no entry of automatic messages', async () => {
  const fan = await join();
  await follow(fan, lia);
  await app.runJobs();
  await app.services.personalData.erase(fan.profileId);
  expect(await logOf(fan)).toEqual([]);
});

test('the archives of both hold what was sent, and only that of the producer what was not', async () => {
  const [greeted, blocked] = [await join(), await join()];
  for (const fan of [greeted, blocked]) await follow(fan, lia);
  await block(app, lia, blocked);
  await app.runJobs();
  const entriesOf = async (person: ApiClient) => {
    const texts: string[] = [];
    for (const part of app.services.personalData.partsOf(person.profileId))
      for await (const file of part)
        if (file.path === 'chats/automatic-messages.json')
          for await (const chunk of await file.content()) texts.push(String(chunk));
    return JSON.parse(texts.join('')) as unknown[];
  };
  expect(await entriesOf(greeted)).toMatchObject([{ producerId: lia.profileId, skipped: null }]);
  expect(await entriesOf(blocked)).toEqual([]);
  expect(await entriesOf(lia)).toContainEqual(
    expect.objectContaining({ receiverId: blocked.profileId, skipped: 'blocked' }),
  );
});
