// Discarding media that messages show: what a receiver bought, may still buy or reads stays in the
// vault.
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { MediaId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import {
  act,
  askFor,
  deliverTo,
  newPicture,
  offerFor,
  payFor,
} from '../../testing/orders/ordering.ts';
import { fill, joinProducer, open, storedKeys } from '../../testing/publishing.ts';

const PRICE = centavos(500);

let app: TestApp;
let lia: ApiClient;
let fan: ApiClient;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  fan = await app.join('davi.fan');
  await follow(fan, lia);
  await fill(app, fan, 50_000);
});

/** A processed media of the vault. */
const newMedia = async (): Promise<MediaId> => {
  const [media] = await lia.call('POST /vault/medias', {
    body: { medias: [await newPicture(app, lia)] },
  });
  await app.runJobs();
  return media?.id as MediaId;
};
const discard = async (id: MediaId) => {
  const reply = await lia.call('POST /vault/medias/discard', { body: { ids: [id] } });
  await app.runJobs();
  return reply;
};
const isStored = async (id: MediaId): Promise<boolean> =>
  (await storedKeys(app)).some((key) => key.includes(id));
const isInVault = async (id: MediaId): Promise<boolean> =>
  (await lia.call('GET /vault/medias', { query: {} })).some((media) => media.id === id);
const last = async () => (await read(fan, 'lia.solar')).at(-1);

const STAYS = { deleted: 0, inUse: 1 };
const GOES = { deleted: 1, inUse: 0 };

test('what a fan bought in a message is open to them after its producer discarded it', async () => {
  const id = await newMedia();
  const sent = (await send(lia, fan, { message: 'Veja', medias: [{ id }], price: PRICE })).reply;
  await fan.call('POST /chats/messages/{id}/purchase', {
    params: { id: sent.data.id },
    body: { price: PRICE, version: 1 },
    idempotencyKey: newId(),
  });
  expect(await discard(id)).toEqual(STAYS);
  expect([await isStored(id), await isInVault(id)]).toEqual([true, true]);
  expect((await open(app, fan, (await last())?.medias[0]?.url)).statusCode).toBe(200);
});

test('what a message shows goes once the message was taken back', async () => {
  const id = await newMedia();
  const messageId = (await send(lia, fan, { message: 'Veja', medias: [{ id }] })).reply.data.id;
  expect(await discard(id)).toEqual(STAYS);
  await lia.call('DELETE /chats/messages/{id}', { params: { id: messageId as MessageId } });
  expect(await discard(id)).toEqual(GOES);
  expect(await isStored(id)).toBe(false);
});

test('what a mass message shows, or will show, goes once it was taken back or cancelled', async () => {
  const [sent, later] = [await newMedia(), await newMedia()];
  const create = async (media: MediaId, sendAt?: Date) =>
    lia.call('POST /chats/many', {
      body: {
        include: [{ kind: 'followers' }],
        message: 'Oi',
        medias: [{ id: media }],
        ...(sendAt && { sendAt: sendAt.toISOString() }),
      },
      idempotencyKey: newId(),
    });
  const now = await create(sent);
  await app.runJobs();
  const tomorrow = await create(later, new Date(app.clock.now().getTime() + DAY_MS));
  expect([await discard(sent), await discard(later)]).toEqual([STAYS, STAYS]);
  for (const { id } of [now, tomorrow])
    await lia.call('DELETE /chats/broadcasts/{id}', { params: { id: id as BroadcastId } });
  expect([await discard(sent), await discard(later)]).toEqual([GOES, GOES]);
});

test('what an automation sends goes once the automation was deleted', async () => {
  const media = await newMedia();
  const { id } = await lia.call('POST /chats/automations', {
    body: { trigger: 'follow', message: 'Oi', medias: [{ id: media }] },
  });
  expect(await discard(media)).toEqual(STAYS);
  await lia.call('DELETE /chats/automations/{id}', { params: { id } });
  expect(await discard(media)).toEqual(GOES);
});

test('what was delivered for an order stays while it is reviewed and after it was paid', async () => {
  const order = await askFor(fan, lia);
  await offerFor(lia, order);
  await payFor(fan, order);
  await deliverTo(app, lia, order);
  await app.runJobs();
  const id = (await last())?.medias[0]?.id as MediaId;
  expect(await discard(id)).toEqual(STAYS);
  await act(fan, 'approve', order);
  expect(await discard(id)).toEqual(STAYS);
  expect(await isStored(id)).toBe(true);
});
