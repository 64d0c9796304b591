// The picture that a producer takes of themselves before a show, where the installation asks for
// it.
import { dirname } from 'node:path';
import type { LiveId } from '@camarim/contract/features/lives';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { partsOf, readKept } from '../../../testing/age/leftovers.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { callFor, joinShowPair, PRICE } from '../../../testing/lives/paid-show.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer, picture, storedKeys } from '../../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let face: string;
beforeAll(async () => {
  app = await testApp({
    live: (clock) => scriptedEngine(clock),
    settings: { LIVE_FACE_CHECK: 'true' },
  });
  admin = await joinAdmin(app, 'chefia');
  face = (await picture()).toString('base64');
});

const start = (
  producer: ApiClient,
  body: { type?: '2' | '3'; privateWatcherId?: ApiClient['profileId']; facePicture?: string } = {},
  idempotencyKey?: string,
) =>
  producer.ask('POST /lives', {
    body: { type: '2', title: 'Show', ...body },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const facesOf = async (liveId: LiveId) =>
  (await admin.call('GET /dsb/lives/frames', { query: { liveId } })).filter(
    ({ kind }) => kind === 'face',
  );

test('a show starts with a picture of its producer, which waits for administrators as an image', async () => {
  const producer = await joinProducer(app, 'rosto');
  expect(await producer.call('GET /lives/get-start-terms')).toEqual({ faceCheck: true });
  expect((await start(producer)).reply.code).toBe('live.faceRequired');
  const garbage = Buffer.from('nada').toString('base64');
  expect((await start(producer, { facePicture: garbage })).reply.code).toBe('upload.forged');
  const key = newId();
  const { reply } = await start(producer, { facePicture: face }, key);
  const id = reply.data?.id as LiveId;
  expect((await start(producer, { facePicture: face }, key)).reply.data?.id).toBe(id);
  const faces = await facesOf(id);
  expect(faces).toMatchObject([{ liveId: id, reviewedAt: null, blocked: false }]);
  const { items } = await admin.call('GET /dsb/reviews', {});
  const [waiting] = items.filter(({ show }) => show?.id === id);
  expect(waiting).toMatchObject({ kind: 'frames', cause: 'face' });
  expect(waiting?.show?.frames.map((frame) => frame.id)).toEqual([faces[0]?.id]);
  const { statusCode, headers } = await app.server.inject({
    url: faces[0]?.url ?? '',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await admin.call('GET /dsb/lives')).find((live) => live.id === id)?.lastFrameUrl).toBe(
    null,
  );
});

test('the picture of a face is asked for before a private show, and not of who lets a caller into a party', async () => {
  const { producer, fan } = await joinShowPair(app, 10 * PRICE, { partyCharge: 'free' });
  await callFor(fan, producer, '2');
  await start(producer, { facePicture: face });
  const caller = { privateWatcherId: fan.profileId };
  expect((await start(producer, { type: '2', ...caller })).status).toBe(200);
  await fan.call('POST /lives/call/{producerId}', {
    params: { producerId: producer.profileId },
    body: { type: '3', action: 'cancel' },
  });
  await callFor(fan, producer, '3');
  expect((await start(producer, { type: '3', ...caller })).reply.code).toBe('live.faceRequired');
  const { reply } = await start(producer, { type: '3', ...caller, facePicture: face });
  expect(await facesOf(reply.data?.id as LiveId)).toHaveLength(1);
});

test('a show whose picture cannot be stored does not begin, and begins when it can', async () => {
  const producer = await joinProducer(app, 'semespaco');
  const { put } = app.ctx.blobs;
  app.ctx.blobs.put = () => Promise.reject(new Error('no space'));
  const failed = await start(producer, { facePicture: face }).finally(() => {
    app.ctx.blobs.put = put;
  });
  expect(failed.status).toBe(500);
  const { reply } = await start(producer, { facePicture: face });
  expect(await facesOf(reply.data?.id as LiveId)).toHaveLength(1);
});

test('the picture of a show that does not begin is not left in storage', async () => {
  const producer = await joinProducer(app, 'repetida');
  await start(producer, { facePicture: face });
  const stored = await storedKeys(app);
  expect((await start(producer, { type: '3', facePicture: face })).reply.code).toBe(
    'live.callNotAccepted',
  );
  expect(await storedKeys(app)).toEqual(stored);
});

test('only a drawing without its data is kept of the picture that a camera took', async () => {
  const producer = await joinProducer(app, 'camera');
  const taken = await sharp(await picture())
    .withExif({ IFD0: { Copyright: 'Sobrenomefalso' } })
    .jpeg()
    .toBuffer();
  const before = await storedKeys(app);
  await start(producer, { facePicture: taken.toString('base64') });
  const kept = (await storedKeys(app)).filter((key) => !before.includes(key));
  // The content of one frame, and what is known of it.
  expect(new Set(kept.map(dirname)).size).toBe(1);
  expect(kept.filter((key) => key.endsWith('.webp'))).toHaveLength(1);
  const placesOf = await readKept(app);
  for (const secret of ['Sobrenomefalso', ...partsOf(taken)])
    expect([secret, placesOf(secret)]).toEqual([secret, []]);
});

test('no picture of a face is asked for or kept where the installation does not check faces', async () => {
  const other = await testApp({ live: (clock) => scriptedEngine(clock) });
  const producer = await joinProducer(other, 'semfoto');
  expect(await producer.call('GET /lives/get-start-terms')).toEqual({ faceCheck: false });
  expect((await start(producer, { facePicture: face })).status).toBe(200);
  const { rows } = await other.ctx.pool.query('SELECT FROM live_frames');
  expect(rows).toEqual([]);
});
