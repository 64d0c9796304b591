// What an operator sees of the work on media, and can do about it: try again what failed, stop what
// runs.
import type { MediaId, PostId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerOrLogIn, type ApiClient } from '../../../api-client.ts';
import { EncoderMissing, type MediaEngine } from '../../../platform/media/port.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../../testing/app.ts';
import { open, picture, post, refused, storedKeys } from '../../../testing/publishing.ts';
import { setStaffRole } from '../../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
let real: MediaEngine;

beforeAll(async () => {
  app = await testApp();
  await app.join('chefe');
  await setStaffRole(app.ctx, 'chefe', 'owner', 'test');
  await comeBack();
  real = app.ctx.media;
});
beforeEach(() => {
  app.ctx.media = real;
});

/** Sessions end in a week. */
const comeBack = async (): Promise<void> => {
  const again = (username: string) =>
    registerOrLogIn(app.server, {
      username,
      name: username,
      email: `${username}@example.com`,
      password: TEST_PASSWORD,
    });
  admin = await again('chefe');
  app.producer = await again('iris');
};

const later = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await app.runJobs();
  await comeBack();
};

const breaking = (error: Error): MediaEngine => ({
  ...real,
  renderImage: async () => {
    throw error;
  },
});

const publishOne = async (seed: number): Promise<{ id: PostId; mediaId: MediaId }> => {
  const { reply } = await post(app, app.producer, [await picture(seed)]);
  return { id: reply.data.id, mediaId: reply.data.medias[0]?.id as MediaId };
};
const seen = async (mediaId: MediaId) =>
  (await admin.call('GET /dsb/medias', { query: { search: mediaId }, headers: { lang: 'en' } }))[0];
const act = (what: 'retry' | 'cancel', id: MediaId) =>
  what === 'retry'
    ? admin.ask('POST /dsb/medias/{id}/retry', { params: { id } })
    : admin.ask('POST /dsb/medias/{id}/cancel', { params: { id } });
const runUntilGivenUp = async () => {
  for (let turn = 0; turn < 8; turn += 1) await app.ctx.jobs.runDue(app.clock.now());
};
const statusOf = async (id: PostId) =>
  (await app.producer.call('GET /posts/{id}', { params: { id } })).status;

describe('a failed media', () => {
  test('a failed media is listed with its attempts and reason, and succeeds from its original on a retry', async () => {
    const { id, mediaId } = await publishOne(1);
    app.ctx.media = breaking(new Error('the disk is full'));
    await runUntilGivenUp();
    const failed = await seen(mediaId);
    expect(failed).toMatchObject({
      state: 'failed',
      tries: 6,
      can: ['retry'],
      owner: { domainName: 'iris' },
      lastError: {
        message: 'Something went wrong when processing one or more medias.',
        detail: 'the disk is full',
      },
    });
    expect(Date.parse(failed?.originalUntil ?? '') - app.clock.now().getTime()).toBe(14 * DAY_MS);
    expect(await statusOf(id)).toBe('error');

    app.ctx.media = real;
    await later(48 * HOUR_MS);
    await app.runJobs();
    expect((await act('retry', mediaId)).status).toBe(200);
    expect(await seen(mediaId)).toMatchObject({
      state: 'waiting',
      tries: 0,
      originalUntil: null,
      can: ['cancel'],
    });
    expect(await statusOf(id)).toBe('queue');
    await app.runJobs();
    expect(await statusOf(id)).toBe('processed');
    expect(await seen(mediaId)).toMatchObject({ state: 'processed', tries: 1, can: [] });
    await later(30 * DAY_MS);
    await app.runJobs();
    const {
      medias: [media],
    } = await app.producer.call('GET /posts/{id}', { params: { id } });
    expect((await open(app, app.producer, media?.url)).statusCode).toBe(200);
    const { rows } = await app.ctx.pool.query(
      `SELECT admin_profile_id, action FROM admin_log WHERE subject_id = $1`,
      [mediaId],
    );
    expect(rows).toEqual([{ admin_profile_id: admin.profileId, action: 'media.retried' }]);
  });

  test('a failed media keeps its original when the encoder was missing, and not when the file is invalid', async () => {
    const missing = await publishOne(2);
    app.ctx.media = breaking(new EncoderMissing('no ffmpeg'));
    await app.runJobs();
    expect(await seen(missing.mediaId)).toMatchObject({
      state: 'failed',
      can: ['retry'],
      lastError: { detail: 'no ffmpeg' },
    });
    app.ctx.media = real;
    const { reply } = await post(app, app.producer, [Buffer.from('no picture at all')]);
    const forged = reply.data.medias[0]?.id as MediaId;
    await app.runJobs();
    expect(await seen(forged)).toMatchObject({ state: 'failed', originalUntil: null, can: [] });
    expect((await act('retry', forged)).reply.code).toBe('media.notKept');
  });

  test('a failed media can be retried for two weeks unless its owner deleted it', async () => {
    const { mediaId } = await publishOne(3);
    const gone = await publishOne(4);
    app.ctx.media = breaking(new Error('no'));
    await runUntilGivenUp();
    await later(14 * DAY_MS);
    expect((await act('retry', mediaId)).reply.code).toBe('media.notKept');
    await app.producer.call('DELETE /posts/{id}', { params: { id: gone.id } });
    await app.runJobs();
    expect(await seen(gone.mediaId)).toBeUndefined();
    expect((await act('retry', gone.mediaId)).reply.code).toBe('media.notKept');
    expect((await storedKeys(app)).filter((key) => key.includes(gone.mediaId))).toEqual([]);
    expect((await act('retry', '0190d5a0-0000-7000-8000-000000000000' as MediaId)).reply.code).toBe(
      'media.notFound',
    );
  });

  test('a failed media leaves its post failed until every failed media of the post is retried', async () => {
    const { reply } = await post(app, app.producer, [await picture(5), await picture(6)]);
    const [one, other] = reply.data.medias.map(({ id }) => id) as [MediaId, MediaId];
    app.ctx.media = breaking(new Error('no'));
    await runUntilGivenUp();
    app.ctx.media = real;
    await act('retry', one);
    await app.runJobs();
    expect([await statusOf(reply.data.id), (await seen(one))?.state]).toEqual([
      'error',
      'processed',
    ]);
    await act('retry', other);
    await app.runJobs();
    expect(await statusOf(reply.data.id)).toBe('processed');
  });
});

describe('cancelled media processing', () => {
  test('cancelled media processing does not run, shows the reason to the owner, and can be retried', async () => {
    const { id, mediaId } = await publishOne(7);
    expect(await seen(mediaId)).toMatchObject({ state: 'waiting', tries: 0, can: ['cancel'] });
    expect((await act('cancel', mediaId)).status).toBe(200);
    await app.runJobs();
    const { status, medias } = await app.producer.call('GET /posts/{id}', {
      params: { id },
      headers: { lang: 'en' },
    });
    expect([status, medias[0]?.errorMessage]).toEqual([
      'error',
      'The work on this media was stopped by an administrator.',
    ]);
    expect((await act('cancel', mediaId)).reply.code).toBe('media.notInWork');
    await act('retry', mediaId);
    await app.runJobs();
    expect(await statusOf(id)).toBe('processed');
  });

  test('cancelled media processing stops a running worker within seconds', async () => {
    const { mediaId } = await publishOne(8);
    let stopped = false;
    app.ctx.media = {
      ...real,
      renderImage: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('aborted'));
          });
        }),
    };
    const running = app.runJobs();
    await expect
      .poll(() => seen(mediaId))
      .toMatchObject({ state: 'working', tries: 1, can: ['cancel'] });
    await act('cancel', mediaId);
    await running;
    expect(stopped).toBe(true);
    expect(await seen(mediaId)).toMatchObject({
      state: 'failed',
      lastError: { detail: null },
      can: ['retry'],
    });
  });

  test('cancelled media processing can be retried at once between two attempts', async () => {
    const { id, mediaId } = await publishOne(9);
    app.ctx.media = breaking(new Error('once'));
    await app.ctx.jobs.runDue(app.clock.now());
    expect(await seen(mediaId)).toMatchObject({
      state: 'waiting',
      tries: 1,
      can: ['retry', 'cancel'],
      lastError: { detail: 'once' },
    });
    app.ctx.media = real;
    expect((await act('retry', mediaId)).status).toBe(200);
    await app.runJobs();
    expect(await statusOf(id)).toBe('processed');
    expect(
      (await app.ctx.jobs.list({ name: 'media.process', state: 'cancelled' })).map(
        ({ data }) => data,
      ),
    ).toContainEqual({ mediaId });
  });
});

describe('the list of media processing', () => {
  test('the list of media processing is filtered by state and owner, in pages, newest first', async () => {
    const ids = [await publishOne(10), await publishOne(11), await publishOne(12)].map(
      ({ mediaId }) => mediaId,
    );
    const list = async (query: object) =>
      (await admin.ask('GET /dsb/medias', { query: query })).reply;
    expect((await list({ state: 'waiting', search: '@iris' })).data.map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    const first = await list({ state: 'waiting', limit: '2' });
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const second = await list({ state: 'waiting', limit: '2', before: first.cursor });
    expect([second.data.map(({ id }) => id), second.cursor]).toEqual([[ids[0]], null]);
    await app.runJobs();
    expect((await list({ state: 'waiting' })).data).toEqual([]);
    expect(
      (await list({ state: 'processed', search: 'IRIS' })).data.slice(0, 3).map(({ id }) => id),
    ).toEqual(ids.toReversed());
    for (const search of ['unknown', '@davi']) expect((await list({ search })).data).toEqual([]);
    expect((await list({ state: 'failed' })).data.every(({ state }) => state === 'failed')).toBe(
      true,
    );
  });

  test('the list of media processing is for administrators alone', async () => {
    for (const person of [app.producer, await app.join('zeca')])
      expect(await refused(person, 'GET /dsb/medias', { query: {} })).toBe('auth.adminsOnly');
  });
});
