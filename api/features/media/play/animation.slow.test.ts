// An animated picture in a post: published as a picture, shown and guarded as a video.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostId } from '@camarim/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { drawClip } from '../../../platform/media/video/clips.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { fill, open } from '../../../testing/publishing.ts';

let app: TestApp;
let folder: string;
let id: PostId;

const send = async (content: Buffer): Promise<PostId> => {
  const key = await upload(app.server, app.producer, content, 'image/gif');
  const post = await app.producer.call('POST /posts', {
    body: { price: 1_500, medias: [{ key, contentType: 'image/gif', name: 'dança.gif' }] },
  });
  await app.runJobs();
  return post.id;
};
const mediaFor = async (person: ApiClient, post = id) => {
  const {
    medias: [media],
  } = await person.call('GET /posts/{id}', { params: { id: post } });
  if (!media) throw new Error('no media');
  return media;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-loop-'));
  app = await testApp();
  id = await send(
    await readFile(
      await drawClip(folder, {
        seconds: 2,
        size: '320x240',
        rate: 10,
        sound: false,
        output: [],
        name: 'dance.gif',
      }),
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an animated GIF is shown to its owner as a video that loops, with a poster', async () => {
  const media = await mediaFor(app.producer);
  expect(media).toMatchObject({
    loops: true,
    contentType: 'image/gif',
    status: 'processed',
    width: 320,
    height: 240,
    availableResolutions: '240p',
  });
  expect(Math.abs((media.durationMs ?? 0) - 2_000)).toBeLessThan(150);
  for (const [address, type] of [
    [media.lgThumb, 'image/webp'],
    [media.mp4Output, 'video/mp4'],
  ] as const) {
    const response = await open(app, app.producer, address);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  }
});

test('an animation is a blurred preview before the purchase, and a video for its buyer after it', async () => {
  expect(await mediaFor(app.fan)).toMatchObject({
    loops: true,
    url: null,
    mdThumb: null,
    lgThumb: null,
    m3u8: null,
    mp4Output: null,
  });
  await fill(app, app.fan, 5_000);
  await app.fan.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: 1_500 },
    idempotencyKey: 'buy-the-loop',
  });
  const { mp4Output } = await mediaFor(app.fan);
  expect((await open(app, app.fan, mp4Output)).statusCode).toBe(200);
  expect((await open(app, app.stranger, mp4Output)).statusCode).not.toBe(200);
});

test('an animation that is too long is refused with the advice to send a video', async () => {
  const late = await send(
    await readFile(
      await drawClip(folder, {
        seconds: 62,
        size: '16x16',
        rate: 1,
        sound: false,
        output: [],
        name: 'long.gif',
      }),
    ),
  );
  expect(await mediaFor(app.producer, late)).toMatchObject({
    status: 'error',
    loops: false,
    errorMessage: expect.stringContaining('Envie esta como vídeo'),
  });
});
