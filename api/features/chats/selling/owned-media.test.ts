// Media that the receiver owns are not sold to them again.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { fill, joinProducer, open, picture, publish } from '../../../testing/publishing.ts';

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

const balance = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const image = async (person: ApiClient, seed: number) => ({
  key: await upload(app.server, person, await picture(seed), 'image/jpeg'),
  contentType: 'image/jpeg',
});

test('media that the receiver bought in a post is not sold to them again', async () => {
  const { id: postId, mediaIds } = await publish(app, lia, {
    pictures: 2,
    seed: 11,
    price: 1_000,
  });
  await davi.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price: 1_000 },
    idempotencyKey: newId(),
  });
  await send(lia, davi, {
    message: 'de novo',
    medias: mediaIds.map((id) => ({ id })),
    price: 3_000,
  });
  const whole = (await read(davi, 'lia.solar')).at(-1);
  expect(whole?.paidContent).toMatchObject({ price: 0, locked: false, owned: 2 });
  expect(whole?.medias.every(({ url }) => url !== null)).toBe(true);
  const more = await image(lia, 21);
  await send(lia, davi, {
    message: 'quase',
    medias: [...mediaIds.map((id) => ({ id })), more],
    price: 3_000,
  });
  await app.runJobs();
  const part = (await read(davi, 'lia.solar')).at(-1);
  expect(part?.paidContent).toMatchObject({ price: 1_000, locked: true, owned: 2 });
  const theirs = (await read(lia, davi.domainName)).at(-1);
  expect(theirs?.paidContent).toMatchObject({ price: 3_000, owned: 2 });
});

test('the same media in two messages are paid once, also when both are bought at once', async () => {
  const sent = await send(lia, davi, {
    message: 'uma vez',
    medias: [await image(lia, 41)],
    price: 700,
  });
  await app.runJobs();
  const again = await send(lia, davi, {
    message: 'a mesma',
    medias: sent.reply.data.medias.map(({ id }) => ({ id })),
    price: 700,
  });
  const before = await balance(davi);
  const buy = (id: MessageId) =>
    davi.ask('POST /chats/messages/{id}/purchase', {
      params: { id },
      body: { price: 700, version: 1 },
      idempotencyKey: newId(),
    });
  const answers = await Promise.all([buy(sent.reply.data.id), buy(again.reply.data.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await balance(davi)).toBe(before - 700);
});

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

/** A post and a message that has its picture and one more, of which the fan bought both. */
const buyBoth = async (fan: ApiClient, seed: number) => {
  const price = 1_000;
  const { id: postId, mediaIds } = await publish(app, lia, { seed, price });
  const { transferId } = await fan.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price },
    idempotencyKey: newId(),
  });
  const medias = [...mediaIds.map((id) => ({ id })), await image(lia, seed + 1)];
  const { id } = (await send(lia, fan, { message: 'dois', medias, price })).reply.data;
  await app.runJobs();
  const { message } = await fan.call('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price: 500, version: 1 },
    idempotencyKey: newId(),
  });
  return { postTransfer: transferId, urls: message.medias.map(({ url }) => url) };
};
const answers = async (fan: ApiClient, urls: readonly (string | null | undefined)[]) =>
  Promise.all(urls.map(async (url) => (await open(app, fan, url)).statusCode < 300));

test('a refunded purchase at a reduced price closes the media that another purchase had paid for', async () => {
  const { postTransfer, urls } = await buyBoth(davi, 60);
  expect(await answers(davi, urls)).toEqual([true, true]);
  const admin = await joinAdmin(app, 'chefia.das.vendas');
  await admin.call('POST /dsb/transactions/{id}/reverse', {
    params: { id: postTransfer },
    body: { reason: 'engano' },
    idempotencyKey: newId(),
  });
  const after = (await read(davi, 'lia.solar')).at(-1);
  expect(after?.medias.map(({ url }) => url !== null)).toEqual([false, true]);
  expect(after?.paidContent).toMatchObject({ purchased: true, locked: false });
  app.clock.advance(MOMENT_MS);
  expect(await answers(davi, urls)).toEqual([false, true]);
  // Neither counts as owned where it is sold again.
  const medias = (after?.medias ?? []).map(({ id }) => ({ id }));
  await send(lia, davi, { message: 'de novo', medias, price: 1_000 });
  const third = (await read(davi, 'lia.solar')).at(-1);
  expect(third?.paidContent).toMatchObject({ owned: 1, price: 500, locked: true });
});
