// What refuses a request for an order: it is read like a message and costs nothing.
import { CHATS_BEGUN_PER_HOUR, ORDERS_ASKED_PER_DAY } from '@camarim/contract/limits';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow } from '../../testing/chatting.ts';
import { act, WISH } from '../../testing/orders/ordering.ts';
import { joinProducer } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';

let app: TestApp;
let lia: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
});
const newFan = async (): Promise<ApiClient> => {
  const fan = await app.join(`pede${(people += 1)}`);
  await follow(fan, lia);
  return fan;
};
const askLia = (fan: ApiClient, text: string) =>
  fan.ask('POST /orders', {
    body: { profileId: lia.profileId, text },
    idempotencyKey: newId(),
  });

test('an order with a word that the producer blocked is refused', async () => {
  const fan = await newFan();
  const options = await lia.call('GET /chats/options', {});
  await lia.call('PUT /chats/options', { body: { ...options, blockedWords: ['abacaxi'] } });
  expect((await askLia(fan, 'Um vídeo com Abacaxí')).reply.code).toBe('message.blockedWord');
  await lia.call('PUT /chats/options', { body: options });
  expect((await askLia(fan, 'Um vídeo com Abacaxí')).status).toBe(200);
});

test('an order that would begin one conversation too many in an hour is refused', async () => {
  const fan = await newFan();
  for (let count = 0; count < CHATS_BEGUN_PER_HOUR; count += 1)
    await app.ctx.strictLimits.take(`chats.begun:${fan.profileId}`, {
      limit: CHATS_BEGUN_PER_HOUR,
      windowSeconds: 3_600,
    });
  expect((await askLia(fan, WISH)).reply.code).toBe('chat.tooManyBegun');
  app.clock.advance(HOUR_MS);
  const later = await back(app, fan);
  expect((await askLia(later, WISH)).status).toBe(200);
});

test('a fan asks one producer for a limited number of orders in a day, also when they withdraw them', async () => {
  const fan = await newFan();
  const codes = [];
  for (let count = 0; count <= ORDERS_ASKED_PER_DAY; count += 1) {
    const { status, reply } = await askLia(fan, `${WISH} ${count}`);
    codes.push(reply.code ?? status);
    if (status === 200) await act(fan, 'withdraw', reply.data.id);
    app.clock.advance(60_000);
  }
  expect(codes.slice(0, -1)).toEqual(Array.from({ length: ORDERS_ASKED_PER_DAY }, () => 200));
  expect(codes.at(-1)).toBe('order.tooOften');
});
