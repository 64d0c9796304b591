// Uploads by presigned form POST: only what was granted is stored.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../clock/fake.ts';
import { diskBlobs, type EmbeddedBlobs } from './disk.ts';
import { embeddedStore } from './embedded-store.ts';

const clock = fakeClock();
let home: string;
let blobs: EmbeddedBlobs;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-store-'));
  blobs = diskBlobs({ home, secret: 'a secret of the installation', clock });
  app = Fastify();
  await app.register(embeddedStore(blobs));
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const grant = (key: string, more: object = {}) =>
  blobs.presignPost({
    bucket: 'private',
    key,
    contentType: 'image/png',
    maxBytes: 1_000,
    expiresAt: new Date(clock.now().getTime() + 60_000),
    ...more,
  });

const send = async (
  { url, fields }: { url: string; fields: Record<string, string> },
  content: string | null,
  changes: Record<string, string | null> = {},
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes }))
    if (value !== null) form.append(name, value);
  if (content !== null) form.append('file', new Blob([content]), 'a.png');
  const response = await fetch(origin + url, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
};

const files = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;

describe('a full disk', () => {
  it('a file and a part that were granted before are refused while the disk has too little room', async () => {
    const full = diskBlobs({
      home,
      secret: 'a secret of the installation',
      clock,
      freeBytesMin: Number.MAX_SAFE_INTEGER,
    });
    const server = Fastify();
    await server.register(embeddedStore(full));
    try {
      const { url, fields } = await grant('up/full');
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob(['picture']), 'a.png');
      const encoded = new Response(form);
      const upload = await blobs.startParts('private', 'up/parts', { contentType: 'video/mp4' });
      const expiresAt = new Date(clock.now().getTime() + 60_000);
      const part = { partNumber: 1, bytes: 4, expiresAt };
      const answers = [
        await server.inject({
          method: 'POST',
          url,
          payload: Buffer.from(await encoded.arrayBuffer()),
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
        }),
        await server.inject({
          method: 'PUT',
          url: await blobs.presignPart(upload, part),
          payload: Buffer.alloc(4),
          headers: { 'content-type': 'application/octet-stream' },
        }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
      expect(answers[0]?.body).toContain('<Code>ServiceUnavailable</Code>');
      expect(await blobs.head('private', 'up/full')).toBeNull();
      expect(await blobs.listParts(upload)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('a granted upload', () => {
  it('a granted upload is stored under its key and answered in XML', async () => {
    const { status, text } = await send(await grant('up/1'), 'picture');
    expect(status).toBe(201);
    expect(text).toMatch(
      /<PostResponse><Location>\/blobs\/private\/up\/1<\/Location><Bucket>private<\/Bucket><Key>up\/1<\/Key><ETag>&#34;\w{32}&#34;<\/ETag>/,
    );
    const stored = await blobs.get('private', 'up/1');
    expect(stored && (await buffer(stored.stream)).toString()).toBe('picture');
    expect(stored?.contentType).toBe('image/png');
  });

  it('an upload grant has the fields of the specification', async () => {
    const { fields } = await grant('up/2');
    for (const name of [
      'bucket',
      'Policy',
      'X-Amz-Algorithm',
      'X-Amz-Credential',
      'X-Amz-Date',
      'X-Amz-Signature',
      'acl',
      'key',
      'success_action_status',
    ])
      expect(fields).toHaveProperty(name);
  });

  it('an uploaded object can’t be read by any unsigned address of the store', async () => {
    await send(await grant('up/3'), 'secret');
    for (const path of [
      '/blobs/private/up/3',
      '/blobs/public/up/3',
      '/blobs/private/../private/up/3',
      '/blobs/',
    ]) {
      const response = await fetch(origin + path);
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('secret');
    }
  });
});

describe('an upload that was not granted leaves nothing behind', () => {
  it.each([
    ['another key', 'x', { key: 'up/stolen' }, 403, 'AccessDenied'],
    ['another type', 'x', { 'Content-Type': 'text/html' }, 403, 'AccessDenied'],
    ['another acl', 'x', { acl: 'public-read' }, 403, 'AccessDenied'],
    ['a field that was not signed', 'x', { 'x-amz-meta-a': 'b' }, 403, 'AccessDenied'],
    ['no signature', 'x', { 'X-Amz-Signature': null }, 403, 'SignatureDoesNotMatch'],
    [
      'a tampered signature',
      'x',
      { 'X-Amz-Signature': '0'.repeat(64) },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'another access key',
      'x',
      { 'X-Amz-Credential': 'someone/20260115/local/s3/aws4_request' },
      403,
      'InvalidAccessKeyId',
    ],
    ['too many bytes', 'x'.repeat(1_001), {}, 400, 'EntityTooLarge'],
    ['no bytes', '', {}, 400, 'EntityTooSmall'],
    ['no file', null, {}, 400, 'MalformedPOSTRequest'],
  ] as [string, string | null, Record<string, string | null>, number, string][])(
    'an upload with %s is refused and leaves nothing behind',
    async (_, content, changes, status, reason) => {
      const before = await files();
      const answer = await send(await grant('up/refused'), content, changes);
      expect(answer).toMatchObject({
        status,
        text: expect.stringContaining(`<Code>${reason}</Code>`),
      });
      expect(await files()).toBe(before);
    },
  );

  it('a changed policy is refused', async () => {
    const granted = await grant('up/refused');
    const policy = JSON.parse(Buffer.from(granted.fields['Policy'] ?? '', 'base64').toString()) as {
      expiration: string;
    };
    policy.expiration = '2099-01-01T00:00:00Z';
    const { status, text } = await send(granted, 'x', {
      Policy: Buffer.from(JSON.stringify(policy)).toString('base64'),
    });
    expect([status, text]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  });

  it('an expired upload and an upload to the other bucket are refused', async () => {
    const late = await grant('up/late', { expiresAt: clock.now() });
    expect((await send(late, 'x')).text).toContain('expired');
    const granted = await grant('up/other');
    expect((await send({ ...granted, url: '/blobs/public' }, 'x')).status).toBe(403);
  });

  it('a path instead of a key is refused', async () => {
    const { status } = await send(await grant('../../etc/passwd'), 'x');
    expect(status).toBe(403);
  });
});
