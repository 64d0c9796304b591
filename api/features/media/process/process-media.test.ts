// Processing of media through failures: at any step and time, its result is stored once and no
// temporary file stays.
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD, type TestApp, testApp } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/media/drawings.ts';
import { picture, post, storedKeys } from '../../../testing/publishing.ts';
import { registerOrLogIn, upload } from '../../../api-client.ts';
import type { Blobs } from '../../../platform/blobs/port.ts';
import { MediaRefused, type MediaEngine } from '../../../platform/media/port.ts';
import type { MediaStep } from './steps.ts';
import { failMedia } from './fail-media.ts';
import { workOnMedia } from './process-media.ts';
import { attachUploads, findUploads, grantUpload } from '../uploads.ts';

let app: TestApp;
let ownerId: ProfileId;
let real: { blobs: Blobs; media: MediaEngine };

beforeAll(async () => {
  app = await testApp();
  ownerId = app.producer.profileId;
  real = { blobs: app.ctx.blobs, media: app.ctx.media };
});

beforeEach(async () => {
  Object.assign(app.ctx, real);
  await app.runJobs();
});

/** An attached upload that no job knows of. */
const attach = async (content: Buffer, contentType = 'image/jpeg'): Promise<MediaId> => {
  const { fields } = await grantUpload(app.ctx, ownerId, {
    contentType,
    size: content.length,
    kinds: ['image'],
  });
  const key = fields['key'] ?? '';
  await app.ctx.blobs.put('private', key, content, { contentType });
  const uploads = await findUploads(app.ctx, ownerId, [{ key, contentType }]);
  const [id] = await app.ctx.db
    .transaction()
    .execute((tx) =>
      attachUploads(tx, uploads, { ownerId, purpose: 'post', now: app.clock.now() }),
    );
  return id as MediaId;
};
const rowOf = async (id: MediaId) =>
  (await app.ctx.pool.query('SELECT status, error_code, width FROM media WHERE id = $1', [id]))
    .rows[0] as unknown;
const renditionsOf = async (id: MediaId) =>
  (
    await app.ctx.pool.query<{ kind: string }>(
      'SELECT kind FROM media_renditions WHERE media_id = $1 ORDER BY kind',
      [id],
    )
  ).rows.map(({ kind }) => kind);
const objectsOf = async (id: MediaId) =>
  (await storedKeys(app))
    .filter((key) => key.includes(`d.renditions/d.${id}`))
    .map((key) => key.replace(/b\.[\w-]+$/, 'b'))
    .sort();

const work = (id: MediaId, steps: MediaStep[] = []) =>
  workOnMedia(
    app.ctx,
    async (_tx, _id, step) => void steps.push(step),
    id,
    AbortSignal.timeout(20_000),
  );

let made: ReturnType<MediaEngine['renderImage']> | undefined;
/** Real pictures, made once: what is tried here is the work around them. */
const renderOnce: MediaEngine['renderImage'] = (request) =>
  (made ??= real.media.renderImage(request));

/**
 * Storage and renderer that break down at their n-th use, before or after they did what they were
 * asked.
 */
const breakAt = (n: number, when: 'before' | 'after'): { uses: () => number } => {
  let uses = 0;
  const fragile =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      uses += 1;
      const breaks = uses === n;
      if (breaks && when === 'before') throw new Error('the plug was pulled');
      const result = await act(...args);
      if (breaks) throw new Error('the plug was pulled');
      return result;
    };
  const { blobs, media } = real;
  Object.assign(app.ctx, {
    blobs: { ...blobs, get: fragile(blobs.get), put: fragile(blobs.put) },
    media: { ...media, renderImage: fragile(renderOnce) },
  });
  return { uses: () => uses };
};

describe('a failing attempt', () => {
  test.each(['before', 'after'] as const)(
    'an attempt that fails %s any of its steps is completed by the next one',
    async (when) => {
      const content = await picture(1);
      for (let n = 1; ; n += 1) {
        const id = await attach(content);
        const { uses } = breakAt(n, when);
        const broke = await work(id).then(
          () => false,
          () => true,
        );
        const used = uses();
        expect(broke).toBe(used >= n);
        if (broke)
          expect(await rowOf(id)).toMatchObject({ status: 'processing', error_code: null });
        breakAt(0, when);
        const steps: MediaStep[] = [];
        await work(id, steps);
        expect(await rowOf(id)).toEqual({ status: 'processed', error_code: null, width: 320 });
        expect(await renditionsOf(id)).toEqual(['full', 'lg', 'md', 'preview']);
        expect(steps).toEqual(
          broke ? ['processing', 'watermarking', 'watermarked', 'processed'] : [],
        );
        if (!broke) {
          // Every use was tried: original, renderer and four renditions.
          expect(n).toBe(7);
          return;
        }
      }
    },
    60_000,
  );

  test("a failing attempt leaves no local copy of the original, and a killed worker's copy is removed later", async () => {
    const folder = join(app.ctx.config.home, 'work');
    const [id, other] = [await attach(await picture(2)), await attach(await picture(2))];
    breakAt(2, 'before');
    await expect(work(id)).rejects.toThrow('plug');
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, 'left'), 'a private picture');
    const longAgo = new Date(app.clock.now().getTime() - 6 * HOUR_MS - 1);
    await utimes(join(folder, 'left'), longAgo, longAgo);
    await writeFile(join(folder, 'in-use'), 'another');
    await work(other);
    expect(await readdir(folder)).toEqual(['in-use']);
  });
});

describe('two workers on the same media', () => {
  test('two workers on the same media process it once', async () => {
    const id = await attach(await picture(3));
    const steps: MediaStep[] = [];
    await Promise.all([work(id, steps), work(id, steps), work(id, steps)]);
    expect(steps.filter((step) => step === 'processed')).toHaveLength(1);
    expect(await renditionsOf(id)).toHaveLength(4);
    await app.runJobs();
    expect((await objectsOf(id)).filter((key) => /m\./.test(key))).toHaveLength(4);
  });

  test("two workers on the same media do not undo each other's result", async () => {
    const id = await attach(await picture(4));
    await work(id);
    await failMedia(app.ctx, async () => {}, id, 'upload.damaged');
    await app.runJobs();
    expect(await rowOf(id)).toMatchObject({ status: 'processed' });
    expect((await objectsOf(id)).filter((key) => /m\./.test(key))).toHaveLength(4);
  });

  test('two workers on the same media leave nothing in storage when one finishes after the other failed it', async () => {
    const stored = await storedKeys(app);
    const id = await attach(await picture(5));
    app.ctx.media = {
      ...real.media,
      async renderImage(request) {
        const rendered = await real.media.renderImage(request);
        await failMedia(app.ctx, async () => {}, id, 'upload.damaged');
        await app.runJobs();
        return rendered;
      },
    };
    await work(id);
    await app.runJobs();
    expect(await rowOf(id)).toMatchObject({ status: 'error' });
    expect(await storedKeys(app)).toEqual(stored);
  });
});

describe('a failed media', () => {
  test('a failed media fails its post after the last attempt, and keeps the original for two weeks', async () => {
    const stored = await storedKeys(app);
    const { reply } = await post(app, app.producer, [await picture(6)]);
    let attempts = 0;
    app.ctx.media = {
      ...real.media,
      renderImage: async () => {
        attempts += 1;
        throw new Error('out of memory');
      },
    };
    for (let turn = 0; turn < 8; turn += 1) await app.ctx.jobs.runDue(app.clock.now());
    Object.assign(app.ctx, real);
    await app.runJobs();
    expect(attempts).toBe(6);
    const seen = await app.producer.call('GET /posts/{id}', {
      params: { id: reply.data.id },
      headers: { lang: 'en' },
    });
    expect([seen.status, seen.medias[0]?.errorMessage]).toEqual([
      'error',
      'Something went wrong when processing one or more medias.',
    ]);
    const notified = await app.producer.call('GET /profiles/notifications', {
      query: { types: 'postFailed' },
    });
    expect(notified.map(({ postId }) => postId)).toEqual([reply.data.id]);
    expect((await storedKeys(app)).length).toBe(stored.length + 2);
    app.clock.advance(14 * DAY_MS - 1);
    await app.runJobs();
    expect((await storedKeys(app)).length).toBe(stored.length + 2);
    app.clock.advance(1);
    await app.runJobs();
    expect(await storedKeys(app)).toEqual(stored);
    app.producer = await registerOrLogIn(app.server, {
      username: 'iris',
      name: 'Nome iris',
      email: 'iris@example.com',
      password: TEST_PASSWORD,
    });
  });

  test.each([
    ['typeNotAllowed', 'upload.typeNotAllowed'],
    ['forged', 'upload.forged'],
    ['damaged', 'upload.damaged'],
    ['tooManyPixels', 'upload.tooManyPixels'],
    ['tooLarge', 'upload.tooLarge'],
  ] as const)('refused as %s gets the error %s and is not retried', async (reason, code) => {
    const id = await attach(await picture(7));
    app.ctx.media = {
      ...real.media,
      renderImage: () => Promise.reject(new MediaRefused(reason, 'because')),
    };
    await work(id);
    expect(await rowOf(id)).toMatchObject({ status: 'error', error_code: code });
  });

  test('an archive that was declared as a picture is refused', async () => {
    const id = await attach(await zipOf({ 'a.jpg': await picture(10) }), 'image/gif');
    await work(id);
    expect(await rowOf(id)).toMatchObject({ status: 'error', error_code: 'upload.forged' });
  });
});

describe('an unused upload', () => {
  test('an unused upload is swept a day after its grant ended, and attached uploads are kept', async () => {
    const stored = await storedKeys(app);
    const unused = await upload(app.server, app.producer, await picture(8), 'image/jpeg');
    const used = await attach(await picture(9));
    await work(used);
    app.clock.advance(DAY_MS);
    await app.runJobs();
    expect(await real.blobs.head('private', unused)).not.toBeNull();
    app.clock.advance(HOUR_MS + 1);
    await app.runJobs();
    expect(await real.blobs.head('private', unused)).toBeNull();
    expect(await rowOf(used)).toMatchObject({ status: 'processed' });
    expect((await storedKeys(app)).length).toBe(stored.length + 10);
  });

  test('unused uploads are swept with the renditions that a dying worker stored of a failed media', async () => {
    const stored = await storedKeys(app);
    const id = await attach(await picture(10));
    await failMedia(app.ctx, async () => {}, id, 'upload.damaged');
    await app.runJobs();
    await real.blobs.put('private', `renditions/${id}/full.webp`, Buffer.from('late'), {
      contentType: 'image/webp',
    });
    app.clock.advance(25 * HOUR_MS + 1);
    await app.runJobs();
    expect(await storedKeys(app)).toEqual(stored);
  });
});

test("an upload is granted for a key under the owner's prefix only", async () => {
  const { fields } = await grantUpload(app.ctx, ownerId, {
    contentType: 'image/png',
    kinds: ['image'],
  });
  expect(fields['key']).toMatch(new RegExp(`^uploads/${ownerId}/[0-9a-f-]{36}$`));
});
