// What a buyer gets of a paid picture is their own copy, and a copy that turned up elsewhere leads
// back to them.
import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { fill, joinProducer, open, publish } from '../../../testing/publishing.ts';
import { traceLeak } from './copies.ts';

let app: TestApp;
let sold: Awaited<ReturnType<typeof publish>>;

const buy = async (person: ApiClient) => {
  await fill(app, person, 5_000);
  await person.call('POST /posts/{id}/purchase', {
    params: { id: sold.id },
    body: { price: 1_500 },
    idempotencyKey: `buy-${person.profileId}`,
  });
};
const pictureOf = async (person: ApiClient, kind: 'url' | 'lgThumb' | 'mdThumb' = 'url') => {
  const {
    medias: [media],
  } = await person.call('GET /posts/{id}', { params: { id: sold.id } });
  const response = await open(app, person, media?.[kind]);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
};

beforeAll(async () => {
  app = await testApp();
  sold = await publish(app, app.producer, { price: 1_500, seed: 5 });
  await buy(app.fan);
  await buy(app.stranger);
});

test("each buyer gets a stable marked copy, and thumbnails and the seller's view are not marked", async () => {
  const [one, again, other, own] = [
    await pictureOf(app.fan),
    await pictureOf(app.fan),
    await pictureOf(app.stranger),
    await pictureOf(app.producer),
  ];
  expect(one.equals(again)).toBe(true);
  expect(one.equals(other)).toBe(false);
  expect(one.equals(own)).toBe(false);
  expect(
    (await pictureOf(app.fan, 'mdThumb')).equals(await pictureOf(app.producer, 'mdThumb')),
  ).toBe(true);
});

test('a resized and recompressed copy is traced to its buyer', async () => {
  const leaked = await sharp(await pictureOf(app.stranger))
    .resize(400)
    .jpeg({ quality: 60 })
    .toBuffer();
  const [mediaId] = sold.mediaIds;
  const [best, next] = await traceLeak(app.ctx, mediaId as never, leaked);
  expect(best).toMatchObject({ buyerId: app.stranger.profileId, domainName: 'malu' });
  expect(best?.score).toBeGreaterThan((next?.score ?? 0) + 4);
});

test('a copy of what a message sold is traced to its buyer, also after the payment was reversed', async () => {
  const lia = await joinProducer(app, 'lia.solar');
  const { mediaIds } = await publish(app, lia, { draft: true, seed: 6 });
  const [mediaId] = mediaIds;
  const buyers = [await app.join('ana'), await app.join('beto')];
  const copies: Buffer[] = [];
  for (const person of buyers) {
    await follow(person, lia);
    await fill(app, person, 5_000);
    const medias = mediaIds.map((id) => ({ id }));
    const { id } = (await send(lia, person, { medias, price: 1_500 as never })).reply.data;
    await person.call('POST /chats/messages/{id}/purchase', {
      params: { id },
      body: { price: 1_500 as never, version: 1 },
      idempotencyKey: newId(),
    });
    const [message] = await read(person, 'lia.solar');
    copies.push((await open(app, person, message?.medias[0]?.url)).rawPayload);
  }
  const traced = async () => {
    const found = await Promise.all(
      copies.map((copy) => traceLeak(app.ctx, mediaId as never, copy)),
    );
    return found.map(([best]) => best?.domainName);
  };
  expect(await traced()).toEqual(['ana', 'beto']);
  // As a reversal does.
  await app.ctx.pool.query('DELETE FROM message_purchases');
  expect(await traced()).toEqual(['ana', 'beto']);
});

test('a known copy needs no storage request, and a missing one is made again', async () => {
  const first = await pictureOf(app.fan);
  const { blobs } = app.ctx;
  const asked: string[] = [];
  const { head } = blobs;
  blobs.head = (bucket, key) => {
    asked.push(key);
    return head(bucket, key);
  };
  try {
    expect((await pictureOf(app.fan)).equals(first)).toBe(true);
    expect(asked).toEqual([]);
    await blobs.deleteAll('private', `renditions/${sold.mediaIds[0]}/copies/`);
    const {
      medias: [media],
    } = await app.fan.call('GET /posts/{id}', { params: { id: sold.id } });
    expect((await open(app, app.fan, media?.url)).statusCode).toBe(403);
    expect((await pictureOf(app.fan)).equals(first)).toBe(true);
    expect(asked).toHaveLength(1);
  } finally {
    blobs.head = head;
  }
});

test('marked copies are deleted with their media', async () => {
  const copies = `renditions/${sold.mediaIds[0]}/copies/`;
  await pictureOf(app.fan);
  expect(await app.ctx.blobs.keysUnder('private', copies)).not.toEqual([]);
  await app.ctx.blobs.deleteAll('private', `renditions/${sold.mediaIds[0]}/`);
  expect(await app.ctx.blobs.keysUnder('private', copies)).toEqual([]);
});
