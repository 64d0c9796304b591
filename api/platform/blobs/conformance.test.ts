// What every object storage does. The S3 adapter speaks to the embedded store over HTTP, and so each proves the other.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/system.ts';
import { diskBlobs } from './disk.ts';
import { embeddedStore } from './embedded-store.ts';
import { type Blobs, PART_MIN_BYTES, PartsRefused, RangeNotSatisfiable } from './port.ts';
import { s3Blobs } from './s3.ts';

type Opened = { blobs: Blobs; origin: string; close: () => Promise<void> };

const openEmbedded = async (): Promise<Opened> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-blobs-'));
  const blobs = diskBlobs({ home, secret: 'a secret of the installation', clock: systemClock });
  const app = Fastify({ forceCloseConnections: true });
  await app.register(embeddedStore(blobs));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    await rm(home, { recursive: true, force: true });
  };
  return { blobs, origin, close };
};

const openS3 = async (): Promise<Opened> => {
  const { origin, close } = await openEmbedded();
  const blobs = s3Blobs({ endpoint: `${origin}/blobs`, accessKeyId: 'camarim', secretAccessKey: 'a secret of the installation', region: 'local', bucketPrefix: '', clock: systemClock });
  return { blobs, origin, close };
};

const soon = () => new Date(Date.now() + 60_000);

describe.each([
  ['embedded', openEmbedded],
  ['S3', openS3],
])('%s', (_name, open) => {
  let store: Opened;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const read = async (key: string, range?: Parameters<Blobs['get']>[2]) => {
    const found = await store.blobs.get('private', key, range);
    return found && (await buffer(found.stream)).toString();
  };
  const addressOf = (url: string) => new URL(url, store.origin);
  const putPart = async (url: string, content: Buffer | string) => (await fetch(addressOf(url), { method: 'PUT', body: content as never })).status;

  it('gives back what was put, with its type, length and tag', async () => {
    const put = await store.blobs.put('private', 'a/b', Buffer.from('hello'), { contentType: 'text/plain' });
    expect(await read('a/b')).toBe('hello');
    expect(await store.blobs.head('private', 'a/b')).toMatchObject({ key: 'a/b', bytes: 5, contentType: 'text/plain', etag: put.etag });
  });

  it('takes a stream', async () => {
    await store.blobs.put('private', 'stream', { stream: Readable.from([Buffer.from('one '), Buffer.from('two')]), bytes: 7 }, { contentType: 'text/plain' });
    expect(await read('stream')).toBe('one two');
  });

  it('knows nothing of what is not there, in another bucket or deleted', async () => {
    await store.blobs.put('private', 'gone', Buffer.from('x'), { contentType: 'text/plain' });
    expect(await store.blobs.head('public', 'gone')).toBeNull();
    await store.blobs.delete('private', 'gone');
    await store.blobs.delete('private', 'gone');
    expect(await store.blobs.get('private', 'gone')).toBeNull();
  });

  it('deletes everything whose key begins so, and nothing else', async () => {
    for (const key of ['made/1/a', 'made/1/b/c', 'made/10']) await store.blobs.put('private', key, Buffer.from(key), { contentType: 'text/plain' });
    await store.blobs.deleteAll('private', 'made/1/');
    await store.blobs.deleteAll('private', 'made/1/');
    expect(await Promise.all(['made/1/a', 'made/1/b/c', 'made/10'].map((key) => read(key)))).toEqual([null, null, 'made/10']);
  });

  it('gives ranges, and refuses one outside', async () => {
    await store.blobs.put('private', 'range', Buffer.from('hello'), { contentType: 'text/plain' });
    expect(await read('range', { start: 1, end: 2 })).toBe('el');
    expect(await read('range', { start: 3 })).toBe('lo');
    expect(await read('range', { lastBytes: 2 })).toBe('lo');
    expect((await store.blobs.get('private', 'range', { start: 3 }))?.range).toEqual({ start: 3, end: 4 });
    await expect(store.blobs.get('private', 'range', { start: 9 })).rejects.toThrow(RangeNotSatisfiable);
  });

  it('makes an object of parts that came out of order, one of them twice', async () => {
    const upload = await store.blobs.startParts('private', 'parts/film', { contentType: 'video/mp4' });
    const first = Buffer.alloc(PART_MIN_BYTES, 'a');
    const address = (partNumber: number, bytes: number) => store.blobs.presignPart(upload, { partNumber, bytes, expiresAt: soon() });
    expect(await putPart(await address(2, 4), 'last')).toBe(200);
    expect(await putPart(await address(1, first.length), Buffer.alloc(first.length, 'x'))).toBe(200);
    expect(await putPart(await address(1, first.length), first)).toBe(200);
    const parts = (await store.blobs.listParts(upload)) ?? [];
    expect(parts.map(({ partNumber, bytes }) => [partNumber, bytes])).toEqual([[1, first.length], [2, 4]]);
    expect(await store.blobs.head('private', 'parts/film')).toBeNull();

    const made = await store.blobs.completeParts(upload, parts);
    expect(made).toMatchObject({ bytes: first.length + 4, contentType: 'video/mp4', etag: expect.stringMatching(/^"[0-9a-f]{32}-2"$/) });
    expect(await read('parts/film', { start: first.length - 2 })).toBe('aalast');
    expect(await read('parts/film', { start: 0, end: 1 })).toBe('aa');
    expect(await store.blobs.listParts(upload)).toBeNull();
    await expect(store.blobs.completeParts(upload, parts)).rejects.toMatchObject({ reason: 'NoSuchUpload' });
  });

  it('refuses parts that make no object', async () => {
    const upload = await store.blobs.startParts('private', 'parts/bad', { contentType: 'video/mp4' });
    for (const partNumber of [1, 2]) await putPart(await store.blobs.presignPart(upload, { partNumber, bytes: 5, expiresAt: soon() }), 'small');
    const [one, two] = (await store.blobs.listParts(upload)) ?? [];
    if (!one || !two) throw new Error('the parts did not arrive');
    await expect(store.blobs.completeParts(upload, [one, two])).rejects.toMatchObject({ reason: 'EntityTooSmall' });
    await expect(store.blobs.completeParts(upload, [{ ...one, etag: '"0"' }])).rejects.toMatchObject({ reason: 'InvalidPart' });
    await expect(store.blobs.completeParts(upload, [{ ...one, partNumber: 7 }])).rejects.toThrow(PartsRefused);
    expect(await store.blobs.head('private', 'parts/bad')).toBeNull();
  });

  it('takes a part only of the size, number and upload that were granted, and in time', async () => {
    const upload = await store.blobs.startParts('private', 'parts/granted', { contentType: 'video/mp4' });
    const granted = await store.blobs.presignPart(upload, { partNumber: 1, bytes: 5, expiresAt: soon() });
    expect(await putPart(granted, 'longer')).toBe(403);
    expect(await putPart(granted.replace('partNumber=1', 'partNumber=2'), 'small')).toBe(403);
    expect(await putPart(granted.replace('granted', 'another'), 'small')).toBe(403);
    expect(await putPart(granted.replace(/Expires=\d+/, 'Expires=600000'), 'small')).toBe(403);
    expect(await store.blobs.listParts(upload)).toEqual([]);
    expect(await putPart(granted, 'small')).toBe(200);
  });

  it('forgets an upload that was aborted, and sweeps what was begun before', async () => {
    const [aborted, abandoned, completed] = await Promise.all(['x', 'y', 'z'].map((key) => store.blobs.startParts('private', key, { contentType: 'video/mp4' })));
    if (!aborted || !abandoned || !completed) throw new Error('not begun');
    await store.blobs.abortParts(aborted);
    await store.blobs.abortParts(aborted);
    expect(await store.blobs.listParts(aborted)).toBeNull();
    await putPart(await store.blobs.presignPart(completed, { partNumber: 1, bytes: 4, expiresAt: soon() }), 'made');
    await store.blobs.completeParts(completed, (await store.blobs.listParts(completed)) ?? []);
    expect(await store.blobs.sweepUploads(new Date(Date.now() - 60_000))).toBe(0);
    expect(await store.blobs.sweepUploads(soon())).toBeGreaterThanOrEqual(1);
    expect(await store.blobs.listParts(abandoned)).toBeNull();
    expect(await read('z')).toBe('made');
  });
});
