// Captions come with the video: to who may play it, in the languages that its owner gave.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaId, PostId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { drawClip } from '../../../platform/media/video/clips.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { fill, joinProducer, open, publish, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let id: PostId;
let mediaId: MediaId;

beforeAll(async () => {
  app = await testApp();
  const folder = await mkdtemp(join(tmpdir(), 'camarim-captions-'));
  const content = await readFile(await drawClip(folder, { seconds: 1, size: '320x240', rate: 10 }));
  await rm(folder, { recursive: true, force: true });
  const key = await upload(app.server, app.producer, content, 'video/mp4');
  ({ id } = await app.producer.call('POST /posts', {
    body: { price: 700, medias: [{ key, contentType: 'video/mp4' }] },
  }));
  await app.runJobs();
  mediaId = (await app.producer.call('GET /posts/{id}', { params: { id } })).medias[0]
    ?.id as MediaId;
});

const file = (words: string): string => `WEBVTT\n\n00:00.100 --> 00:00.900\n${words}\n`;
const give = (
  person: ApiClient,
  language: 'pt' | 'en' | 'es',
  vtt: string,
  of: MediaId = mediaId,
) =>
  person.ask('PUT /medias/{id}/captions/{language}', {
    params: { id: of, language },
    body: { vtt },
  });
const shown = async (person: ApiClient) =>
  (await person.call('GET /posts/{id}', { params: { id } })).medias[0]?.captions;
const read = async (person: ApiClient, url: string | undefined) => {
  const { statusCode, body, headers } = await open(app, person, url);
  return { statusCode, body, type: headers['content-type'] };
};

test('a producer can add, replace and delete captions of their video in several languages', async () => {
  expect(await shown(app.producer)).toEqual([]);
  expect((await give(app.producer, 'pt', file('Oi'))).reply.data).toEqual({ cues: 1 });
  await give(app.producer, 'en', file('Hi'));
  await give(app.producer, 'pt', file('Olá'));
  const found = await shown(app.producer);
  expect(found?.map(({ language }) => language)).toEqual(['en', 'pt']);
  expect(await read(app.producer, found?.[1]?.url)).toEqual({
    statusCode: 200,
    type: 'text/vtt; charset=utf-8',
    body: 'WEBVTT\n\n00:00:00.100 --> 00:00:00.900\nOlá\n',
  });
  await app.producer.call('DELETE /medias/{id}/captions/{language}', {
    params: { id: mediaId, language: 'en' },
  });
  expect((await shown(app.producer))?.map(({ language }) => language)).toEqual(['pt']);
  expect((await open(app, app.producer, found?.[0]?.url)).statusCode).toBe(403);
});

test('captions of a paid video are served to its buyers only', async () => {
  const [captions] = (await shown(app.producer)) ?? [];
  expect(await shown(app.fan)).toEqual([]);
  for (const person of [app.fan, app.visitor])
    expect((await open(app, person, captions?.url)).statusCode).toBe(403);
  await fill(app, app.fan, 700);
  await app.fan.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: 700 },
    idempotencyKey: 'captions',
  });
  app.clock.advance(5_001);
  expect((await read(app.fan, (await shown(app.fan))?.[0]?.url)).body).toContain('Olá');
});

test('captions are refused for other media, for other people’s videos and with the line of an invalid file', async () => {
  const rival = await joinProducer(app, 'rival');
  expect((await give(rival, 'pt', file('x'))).reply.code).toBe('media.notFound');
  expect(
    await refused(rival, 'DELETE /medias/{id}/captions/{language}', {
      params: { id: mediaId, language: 'pt' },
    }),
  ).toBe('media.notFound');
  const picture = await publish(app, app.producer);
  expect((await give(app.producer, 'pt', file('x'), picture.mediaIds[0])).reply.code).toBe(
    'media.notFound',
  );
  const { reply } = await app.producer.ask('PUT /medias/{id}/captions/{language}', {
    params: { id: mediaId, language: 'pt' },
    body: { vtt: 'WEBVTT\n\n00:02.000 --> 00:01.000\nx\n' },
    headers: { lang: 'en' },
  });
  expect([reply.code, reply.fields?.['vtt']?.message]).toEqual([
    'captions.invalid',
    'This isn’t a valid WebVTT file: look at line 3.',
  ]);
});
