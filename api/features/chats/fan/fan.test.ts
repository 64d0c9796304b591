// The panel of a fan beside the conversation, and saved replies.
import { SAVED_REPLIES_MAX } from '@camarim/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, send } from '../../../testing/chatting.ts';
import { block, fill, joinProducer, unblock } from '../../../testing/publishing.ts';
import { openPlan, stopRenewing, subscribeTo } from '../../../testing/subscribing.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;
let chatId: string;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  await openPlan(lia, 2_000);
  davi = await app.join('davi.fan');
  await fill(app, davi, 20_000);
  await follow(davi, lia);
  const { reply } = await send(davi, lia, { message: 'Oi', fee: 100 });
  chatId = reply.data.chatId;
});

const fan = (person = lia) => person.ask('GET /chats/{id}/fan', { params: { id: chatId } });

test('a producer sees since when the other one follows, what they spent by kind, their note and lists', async () => {
  expect((await fan()).reply.data).toMatchObject({
    profileId: davi.profileId,
    subscription: null,
    spent: { total: 100, kinds: [{ kind: 'message', amount: 100, count: 1 }] },
    note: null,
    lists: [],
  });
  expect(Date.parse((await fan()).reply.data.followsSince ?? '')).not.toBeNaN();
  app.clock.advance(1_000);
  await subscribeTo(davi, lia, 2_000);
  await stopRenewing(davi, lia);
  app.clock.advance(1_000);
  const { reply } = await send(lia, davi, { message: 'Segredo', lockText: true, price: 500 });
  await davi.call('POST /chats/messages/{id}/purchase', {
    params: { id: reply.data.id },
    body: { price: 500, version: 1 },
    idempotencyKey: newId(),
  });
  await lia.call('POST /profiles/{profileId}/notes', {
    params: { profileId: davi.profileId },
    body: { raw: 'Gosta de azul' },
  });
  const list = await lia.call('POST /lists', { body: { name: 'Apoiadores' } });
  await lia.call('PUT /lists/{id}/members', {
    params: { id: list.id },
    body: { add: [davi.profileId] },
  });
  // Spending on another producer is not shown.
  await follow(davi, app.producer);
  await send(davi, app.producer, { message: 'Oi', fee: 100 });
  const { data } = (await fan()).reply;
  expect(data).toMatchObject({
    subscription: { active: true, renews: false },
    spent: {
      total: 2_600,
      kinds: [
        { kind: 'subscription', amount: 2_000 },
        { kind: 'paidMessage', amount: 500 },
        { kind: 'message', amount: 100 },
      ],
    },
    note: 'Gosta de azul',
    lists: [{ id: list.id, name: 'Apoiadores' }],
  });
  expect(data.purchases.map(({ kind }) => kind)).toEqual([
    'paidMessage',
    'subscription',
    'message',
  ]);
});

test('a fan, another producer, and a producer whom the fan blocked see no panel', async () => {
  expect((await fan(davi)).reply.code).toBe('auth.producersOnly');
  expect((await fan(app.producer)).reply.code).toBe('chat.notFound');
  await block(app, davi, lia);
  expect((await fan()).reply.code).toBe('chat.notFound');
  await unblock(app, davi, lia);
  expect((await fan()).status).toBe(200);
});

test('saved replies are kept by title, changed and deleted by their producer, up to a limit', async () => {
  const create = (title: string) =>
    lia.ask('POST /chats/replies', { body: { title, text: 'Oi, {nome}!' } });
  const titles = async () => (await lia.call('GET /chats/replies')).map(({ title }) => title);
  const { data: second } = (await create('Boa noite')).reply;
  await create('Bom dia');
  await lia.call('PUT /chats/replies/{id}', {
    params: { id: second.id },
    body: { title: 'Noite', text: 'Boa noite, {nome}!' },
  });
  expect(await titles()).toEqual(['Bom dia', 'Noite']);
  const foreign = await app.producer.ask('DELETE /chats/replies/{id}', {
    params: { id: second.id },
  });
  expect(foreign.reply.code).toBe('savedReply.notFound');
  await lia.call('DELETE /chats/replies/{id}', { params: { id: second.id } });
  expect(await titles()).toEqual(['Bom dia']);
  await app.ctx.pool.query(
    `INSERT INTO saved_replies (id, producer_id, title, text, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'x' || n, 'x', now(), now() FROM generate_series(2, $2::int) n`,
    [lia.profileId, SAVED_REPLIES_MAX],
  );
  expect((await create('Uma a mais')).reply.code).toBe('savedReply.tooMany');
});
