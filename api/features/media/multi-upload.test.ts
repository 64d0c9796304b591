// Multipart uploads through the real application: resuming, refusals and a repeated completion.
import { UPLOAD_PART_BYTES } from '@camarim/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { refused } from '../../testing/publishing.ts';
import { sendInParts } from '../../testing/send-in-parts.ts';

let app: TestApp;
let luna: ApiClient;
let fan: ApiClient;

beforeAll(async () => {
  app = await testApp();
  ({ producer: luna, fan } = app);
});

describe('a multipart upload', () => {
  const size = UPLOAD_PART_BYTES + 10;
  const begin = () =>
    luna.call('GET /auth/multi-upload/{encodedName}/{partCount}', {
      params: { encodedName: 'x', partCount: '2' },
      query: { contentType: 'video/mp4', size: String(size) },
    });

  test('a multipart upload resumes with the missing parts after a reload', async () => {
    const { key, uploadId, parts } = await begin();
    await app.server.inject({
      method: 'PUT',
      url: parts[1]?.url ?? '',
      payload: Buffer.alloc(10),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const resumed = await luna.call('GET /auth/multi-upload', {
      query: { key, uploadId, size: String(size) },
    });
    expect(resumed.arrived).toMatchObject([{ partNumber: 2, bytes: 10 }]);
    expect(resumed.parts.map(({ partNumber, bytes }) => [partNumber, bytes])).toEqual([
      [1, UPLOAD_PART_BYTES],
    ]);
    expect(
      await refused(luna, 'POST /auth/multi-upload', {
        body: { key, uploadId, parts: [{ partNumber: 1, etag: 'x' }] },
      }),
    ).toBe('upload.incomplete');
    await luna.call('DELETE /auth/multi-upload', { query: { key, uploadId } });
    expect(
      await refused(luna, 'GET /auth/multi-upload', {
        query: { key, uploadId, size: String(size) },
      }),
    ).toBe('upload.notFound');
  });

  test('a multipart upload is taken up again with the size that it was begun with only', async () => {
    const { key, uploadId } = await begin();
    const resume = (bytes: number) =>
      refused(luna, 'GET /auth/multi-upload', {
        query: { key, uploadId, size: String(bytes) as never },
      });
    expect(await resume(100 * UPLOAD_PART_BYTES)).toBe('upload.notFound');
    expect(await resume(size)).toBeNull();
  });

  test('a multipart upload is refused for a wrong type, size or number of parts, and to non-producers', async () => {
    const ask = (query: { contentType: string; size: number }, partCount: number) =>
      refused(luna, 'GET /auth/multi-upload/{encodedName}/{partCount}', {
        params: { encodedName: 'x', partCount: String(partCount) },
        query: query,
      });
    expect(await ask({ contentType: 'text/html', size: 10 }, 1)).toBe('upload.typeNotAllowed');
    expect(await ask({ contentType: 'image/png', size: 60_000_000 }, 12)).toBe('upload.tooLarge');
    expect(await ask({ contentType: 'video/mp4', size: 10 }, 2)).toBe('validate.invalid');
    expect(
      await refused(fan, 'GET /auth/multi-upload/{encodedName}/{partCount}', {
        params: { encodedName: 'x', partCount: '1' },
        query: { contentType: 'video/mp4', size: '10' },
      }),
    ).toBe('auth.producersOnly');
  });

  test('a multipart upload returns the same object when it is completed twice', async () => {
    const key = await sendInParts(app, luna, Buffer.from('tiny'), 'video/mp4');
    expect(await app.ctx.blobs.head('private', key)).toMatchObject({ bytes: 4 });
    const again = await luna.ask('POST /auth/multi-upload', {
      body: {
        key,
        uploadId: '0190d5a0-0000-4000-8000-000000000000',
        parts: [{ partNumber: 1, etag: 'x' }],
      },
    });
    expect(again.reply.data).toMatchObject({ key, bytes: 4 });
  });
});
