// What a message sells is there: nothing is charged for media that cannot be shown, or for a text
// that is empty.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { MediaId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { fill, joinProducer, picture, publish } from '../../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
  await fill(app, davi, 50_000);
});

const PRICE = centavos(900);
const balance = async (): Promise<number> =>
  (await app.ctx.ledger.balanceOf(davi.profileId)).balance;
const file = async (bytes: Buffer) => ({
  key: await upload(app.server, lia, bytes, 'image/jpeg'),
  contentType: 'image/jpeg',
});
const last = async () => (await read(davi, 'lia.solar')).at(-1);
const buy = async (id: MessageId, price = PRICE) => {
  const { status, reply } = await davi.ask('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price, version: 1 },
    idempotencyKey: newId(),
  });
  return reply.code ?? status;
};

test('a message is not sold while its media are in work, and is when they can be shown', async () => {
  const medias = [await file(await picture(1))];
  const { id } = (await send(lia, davi, { message: 'Já vem', medias, price: PRICE })).reply.data;
  const before = await balance();
  expect(await buy(id)).toBe('message.notReady');
  expect((await last())?.paidContent).toMatchObject({ locked: true, available: false });
  expect(await balance()).toBe(before);
  await app.runJobs();
  expect((await last())?.paidContent).toMatchObject({ locked: true, available: true });
  expect(await buy(id)).toBe(200);
  expect(await balance()).toBe(before - PRICE);
});

test('a message with a media that could not be processed is not sold', async () => {
  const medias = [await file(await picture(2)), await file(Buffer.from('no picture at all'))];
  const { id } = (await send(lia, davi, { message: 'Dois', medias, price: PRICE })).reply.data;
  await app.runJobs();
  const before = await balance();
  expect(await buy(id)).toBe('message.notForSale');
  expect((await last())?.paidContent).toMatchObject({ locked: true, available: false });
  expect(await balance()).toBe(before);
});

test('a message with a media that was taken down is not sold', async () => {
  const { mediaIds } = await publish(app, lia, { pictures: 1, seed: 3 });
  const medias = mediaIds.map((id) => ({ id }));
  const draft = { message: 'Raro', medias, price: PRICE };
  const { id } = (await send(lia, davi, draft)).reply.data;
  const admin = await joinAdmin(app, 'chefia');
  await admin.call('POST /dsb/medias/{id}/take-down', {
    params: { id: mediaIds[0] as MediaId },
    body: { reason: 'copiada' },
  });
  const before = await balance();
  expect(await buy(id)).toBe('message.notForSale');
  expect((await last())?.paidContent).toBeNull();
  expect(await balance()).toBe(before);
});

test('a locked text that is empty is no part of what is sold', async () => {
  const price = centavos(1_000);
  const { id: postId, mediaIds } = await publish(app, lia, { seed: 5, price });
  await davi.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price },
    idempotencyKey: newId(),
  });
  const medias = mediaIds.map((id) => ({ id }));
  await send(lia, davi, { medias, price, lockText: true });
  expect((await last())?.paidContent).toMatchObject({ price: 0, locked: false });
});

test('a producer who pays for writing to another one attaches nothing, so that nothing is lost', async () => {
  const bia = await joinProducer(app, 'bia.mar');
  const room = await lia.call('GET /chats/{slug}', { params: { slug: 'bia.mar' } });
  expect(room.writing).toMatchObject({ price: 100, media: false });
  const fee = centavos(100);
  const medias = [await file(await picture(6))];
  const refused = await send(lia, bia, { message: 'Veja', medias, fee });
  expect([refused.status, refused.reply.code]).toEqual([400, 'validate.invalid']);
  const sold = await send(lia, bia, { message: 'Segredo', lockText: true, price: PRICE, fee });
  expect(sold.status).toBe(400);
  await follow(bia, lia);
  expect((await send(lia, bia, { message: 'Veja', medias })).status).toBe(200);
});
