// What a form may do after its upload was attached: nothing that reaches buyers.
import { buffer } from 'node:stream/consumers';
import type { PostId } from '@camarim/contract/ids';
import { UPLOAD_PART_BYTES } from '@camarim/contract/limits';
import { HOUR_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { registerOrLogIn, type ApiClient } from '../../api-client.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { sendInParts } from '../../testing/send-in-parts.ts';
import {
  fill,
  joinProducer,
  open,
  picture,
  refused,
  storedKeys,
} from '../../testing/publishing.ts';

let app: TestApp;
let luna: ApiClient;
let fan: ApiClient;

beforeAll(async () => {
  app = await testApp();
  luna = await joinProducer(app, 'luna');
  fan = await app.join('fan');
  await fill(app, fan, 10_000);
});
afterAll(() => app.close());

/** Logged in again, because a day ends a session. */
const back = (username: string): Promise<ApiClient> =>
  registerOrLogIn(app.server, {
    username,
    name: `Nome ${username}`,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
  });

type Grant = { url: string; fields: Record<string, string> };

const sendForm = async ({ url, fields }: Grant, content: Buffer): Promise<number> => {
  const boundary = 'a-boundary';
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(head + file),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await app.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return response.statusCode;
};

const zipOf = (text: string): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(text), 'a.txt');
  zip.end();
  return buffer(zip.outputStream);
};

const publishArchive = async (content: Buffer): Promise<{ grant: Grant; id: PostId }> => {
  const grant = await luna.call('GET /auth/private-upload/{type}', {
    params: { type: 'zip' },
    query: { contentType: 'application/zip' },
  });
  expect(await sendForm(grant, content)).toBe(201);
  const { id } = await luna.call('POST /posts', {
    body: {
      price: 1_000,
      medias: [
        { key: grant.fields['key'] ?? '', contentType: 'application/zip', name: 'fotos.zip' },
      ],
    },
  });
  return { grant, id };
};

const downloadOf = async (person: ApiClient, id: PostId): Promise<Buffer> => {
  const {
    medias: [media],
  } = await person.call('GET /posts/{id}', { params: { id } });
  return (await open(app, person, media?.download)).rawPayload;
};

describe('an archive whose upload is overwritten after its inspection', () => {
  test('an archive overwritten after its inspection is served as inspected, and the later bytes are deleted', async () => {
    const inspected = await zipOf('harmless');
    const { grant, id } = await publishArchive(inspected);
    await app.runJobs();
    await fan.call('POST /posts/{id}/purchase', {
      params: { id },
      body: { price: 1_000 },
      idempotencyKey: 'buy-the-archive',
    });
    await sendForm(grant, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5_000)]));
    expect((await downloadOf(fan, id)).equals(inspected)).toBe(true);
    expect((await downloadOf(luna, id)).equals(inspected)).toBe(true);
    app.clock.advance(26 * HOUR_MS);
    await app.runJobs();
    expect(
      (await storedKeys(app)).filter((key) => key.includes('d.uploads/') && /\/m\./.test(key)),
    ).toEqual([]);
    luna = await back('luna');
  });
});

const grantOf = (size: number) => ({
  params: { type: 'image' as const },
  query: { contentType: 'image/jpeg', size: String(size) },
});
const askGrant = (size: number) => luna.call('GET /auth/private-upload/{type}', grantOf(size));
const attach = (key: string | undefined, contentType = 'image/jpeg') =>
  refused(luna, 'POST /posts', { body: { medias: [{ key: key ?? '', contentType, name: 'a' }] } });

describe('an upload that is not what was declared', () => {
  test('an upload is refused when parts of it are missing or shorter than declared', async () => {
    const size = UPLOAD_PART_BYTES + 757_120;
    const begin = () =>
      luna.call('GET /auth/multi-upload/{encodedName}/{partCount}', {
        params: { encodedName: 'x', partCount: '2' },
        query: { contentType: 'video/mp4', size: String(size) },
      });
    const { key, uploadId, parts } = await begin();
    const put = async (index: number) => {
      const { url = '', bytes = 0, partNumber = 0 } = parts[index] ?? {};
      const response = await app.server.inject({
        method: 'PUT',
        url,
        payload: Buffer.alloc(bytes, 1),
        headers: { 'content-type': 'application/octet-stream' },
      });
      return { partNumber, etag: String(response.headers['etag']) };
    };
    const first = await put(0);
    expect(
      await refused(luna, 'POST /auth/multi-upload', { body: { key, uploadId, parts: [first] } }),
    ).toBe('upload.incomplete');
    expect(await app.ctx.blobs.head('private', key)).toBeNull();
    const second = await put(1);
    expect(
      await luna.call('POST /auth/multi-upload', {
        body: { key, uploadId, parts: [first, second] },
      }),
    ).toMatchObject({ bytes: size });
  });

  test('an upload is refused with fewer bytes than declared, and by storage with more', async () => {
    const content = await picture(1);
    const short = await askGrant(content.length + 1);
    expect(await sendForm(short, content)).toBe(201);
    expect(await attach(short.fields['key'])).toBe('upload.incomplete');
    expect(await sendForm(await askGrant(content.length - 1), content)).toBe(400);
    const exact = await askGrant(content.length);
    expect(await sendForm(exact, content)).toBe(201);
    expect(await attach(exact.fields['key'])).toBeNull();
  });

  test('an upload that turns out to be HEIC is refused, because there is no decoder for it', async () => {
    expect(
      await refused(luna, 'GET /auth/private-upload/{type}', {
        params: { type: 'image' },
        query: { contentType: 'image/heic' },
      }),
    ).toBe('upload.heic');
  });
});

describe('the quota of uploads', () => {
  /**
   * The outstanding uploads of this file's other tests count too, so each has a producer of its
   * own.
   */
  const withSetting = async (setting: object, run: () => Promise<void>): Promise<void> => {
    const { config } = app.ctx;
    Object.assign(app.ctx, { config: { ...config, ...setting } });
    await run().finally(() => Object.assign(app.ctx, { config }));
  };

  test('the quota of uploads counts the outstanding uploads of each person, also of concurrent grants', () =>
    withSetting({ UPLOAD_OUTSTANDING_MB: 1 }, async () => {
      const vera = await joinProducer(app, 'vera');
      const content = await picture(2);
      const ask = (size: number) => refused(vera, 'GET /auth/private-upload/{type}', grantOf(size));
      const used = await vera.call('GET /auth/private-upload/{type}', grantOf(content.length));
      await sendForm(used, content);
      const answers = await Promise.all([ask(600_000), ask(600_000), ask(600_000)]);
      expect(answers.toSorted()).toEqual([null, 'upload.quota', 'upload.quota'].toSorted());
      const rest = 1_024 ** 2 - 600_000;
      const all = rest - content.length;
      expect(await ask(all + 1)).toBe('upload.quota');
      await vera.call('POST /posts', {
        body: { medias: [{ key: used.fields['key'] ?? '', contentType: 'image/jpeg', name: 'a' }] },
      });
      // The form may be sent again until it is swept, and giving it up as if it had parts frees
      // nothing.
      expect(await sendForm(used, content)).toBe(201);
      await app.ctx.blobs.delete('private', used.fields['key'] ?? '');
      for (const uploadId of ['x', '0190d5a0-0000-4000-8000-000000000000'])
        await vera.ask('DELETE /auth/multi-upload', {
          query: { key: used.fields['key'] ?? '', uploadId },
        });
      expect(await ask(all + 1)).toBe('upload.quota');
      expect(await ask(all)).toBeNull();
      app.clock.advance(25 * HOUR_MS + 1);
      await app.runJobs();
      expect(
        await refused(await back('vera'), 'GET /auth/private-upload/{type}', grantOf(1_024 ** 2)),
      ).toBeNull();
    }));

  test('the quota of uploads counts an upload in parts until it is attached or given up', () =>
    withSetting({ UPLOAD_OUTSTANDING_MB: 1 }, async () => {
      const otto = await joinProducer(app, 'otto');
      const ask = (size: number) => refused(otto, 'GET /auth/private-upload/{type}', grantOf(size));
      const begin = () =>
        otto.call('GET /auth/multi-upload/{encodedName}/{partCount}', {
          params: { encodedName: 'x', partCount: '1' as never },
          query: { contentType: 'video/mp4', size: '600000' as never },
        });
      const key = await sendInParts(app, otto, Buffer.alloc(600_000), 'video/mp4');
      expect(await ask(600_000)).toBe('upload.quota');
      await otto.call('POST /posts', {
        body: { medias: [{ key, contentType: 'video/mp4', name: 'a' }] },
      });
      const begun = await begin();
      expect(await ask(600_000)).toBe('upload.quota');
      const giveUp = (uploadId: string) =>
        otto.ask('DELETE /auth/multi-upload', { query: { key: begun.key, uploadId } });
      // Another's id: the parts of this one can still be sent.
      await giveUp('0190d5a0-0000-4000-8000-000000000000');
      expect(await ask(600_000)).toBe('upload.quota');
      await giveUp(begun.uploadId);
      expect(await ask(600_000)).toBeNull();
    }));

  test('the quota of uploads keeps free disk space for the database and answers in the reader’s language', async () => {
    const full = await testApp({ settings: { UPLOAD_FREE_DISK_MIN_MB: '1000000000' } });
    const { status, reply } = await full.producer.ask('GET /auth/private-upload/{type}', {
      ...grantOf(1_000),
      headers: { lang: 'en' },
    });
    expect([status, reply.code, reply.message]).toEqual([
      503,
      'upload.storageFull',
      'The server has no room for new uploads. Try again later.',
    ]);
    const nina = await joinProducer(app, 'nina');
    expect(await refused(nina, 'GET /auth/private-upload/{type}', grantOf(1_000))).toBeNull();
  });
});
