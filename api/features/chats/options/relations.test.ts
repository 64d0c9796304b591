// What the relation of two people decides in their conversation: a free list, and first contacts.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, send } from '../../../testing/chatting.ts';
import { fill, joinProducer } from '../../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
});

test('a person in the free list of a producer writes for free until they or the list are removed', async () => {
  const { id } = await lia.call('POST /lists', { body: { name: 'De graça' } });
  const set = (freeListId: string | null) =>
    lia.ask('PUT /chats/options', {
      body: {
        audience: 'everyone',
        onlyTipped: true,
        membersFreeOfTip: false,
        price: 100,
        freeListId: freeListId,
      },
    });
  const price = async (): Promise<number | null> =>
    (await davi.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } })).writing.price;
  const change = (body: object) =>
    lia.call('PUT /lists/{id}/members', { params: { id }, body: body });
  expect((await set(id)).reply.data.freeListId).toBe(id);
  expect(await price()).toBe(100);
  await change({ add: [davi.profileId] });
  expect(await price()).toBe(0);
  expect((await send(davi, lia, { message: 'Grátis', fee: 0 })).status).toBe(200);
  await change({ remove: [davi.profileId] });
  expect(await price()).toBe(100);
  await change({ add: [davi.profileId] });
  await lia.call('DELETE /lists/{id}', { params: { id } });
  expect(await price()).toBe(100);
  expect((await lia.call('GET /chats/options', {})).freeListId).toBeNull();

  const { id: byRule } = await lia.call('POST /lists', {
    body: { name: 'Online', rule: { kind: 'online' } },
  });
  expect((await set(byRule)).reply.code).toBe('list.byRule');
  expect((await set(id)).reply.code).toBe('list.notFound');
  await set(null);
});

test('a message of a person without any relation is a first contact, without receipts, until answered', async () => {
  const stranger = await app.join('primeiro.contato');
  await fill(app, stranger, 1_000);
  expect((await send(stranger, lia, { message: 'Oi, prazer!', fee: 100 })).status).toBe(200);
  const requests = async (person: ApiClient) =>
    (await person.call('GET /chats', { query: { requests: 'true' } })).map(
      ({ domainName }) => domainName,
    );
  const room = (person: ApiClient, slug: string) =>
    person.call('GET /chats/{slug}', { params: { slug } });
  expect(await requests(lia)).toEqual([stranger.domainName]);
  // To its sender it is a conversation like others.
  expect(await requests(stranger)).toEqual([]);
  const { chat } = await room(lia, stranger.domainName);
  expect(chat?.request).toBe(true);
  await lia.call('POST /chats/{id}/read', { params: { id: chat?.id as never }, body: {} });
  expect((await room(stranger, 'lia.solar')).theirReadSeq).toBe(0);

  await send(lia, stranger, 'Oi!');
  expect(await requests(lia)).toEqual([]);
  expect((await room(lia, stranger.domainName)).chat?.request).toBe(false);
  expect((await room(stranger, 'lia.solar')).theirReadSeq).toBe(2);
  // Who follows is no stranger.
  const follower = await app.join('segue.e.escreve');
  await fill(app, follower, 1_000);
  await follow(follower, lia);
  await send(follower, lia, { message: 'Oi', fee: 100 });
  expect(await requests(lia)).toEqual([]);
});
