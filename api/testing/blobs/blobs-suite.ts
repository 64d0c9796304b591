// What every object storage does: the suite that each adapter passes, and that runs on S3s that are
// not ours.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Blobs,
  PART_MIN_BYTES,
  PartsRefused,
  type PresignedPost,
  RangeNotSatisfiable,
} from '../../platform/blobs/port.ts';

export type BlobsUnderTest = {
  blobs: Blobs;
  /** What relative addresses are relative to. */
  origin: string;
  close: () => Promise<void>;
};

/** What the parts of the suite share; `store` is there once the tests run. */
type SuiteContext = {
  readonly store: BlobsUnderTest;
  read: (key: string, range?: Parameters<Blobs['get']>[2]) => Promise<string | null>;
};

const inOneMinute = (): Date => new Date(Date.now() + 60_000);

/** The suite, on what `open` gives; to be called where tests are described. */
export const blobsSuite = (open: () => Promise<BlobsUnderTest>): void => {
  let opened: BlobsUnderTest | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  const bench: SuiteContext = {
    get store() {
      if (!opened) throw new Error('the store is not open');
      return opened;
    },
    read: async (key, range) => {
      const found = await bench.store.blobs.get('private', key, range);
      return found && (await buffer(found.stream)).toString();
    },
  };
  describe('objects', () => void objects(bench));
  describe('forms', () => void forms(bench));
  describe('parts', () => void parts(bench));
};

const objects = (bench: SuiteContext): void => {
  it('a blob store returns what was put, with its type, length and tag', async () => {
    const put = await bench.store.blobs.put('private', 'a/b', Buffer.from('hello'), {
      contentType: 'text/plain',
    });
    expect(await bench.read('a/b')).toBe('hello');
    expect(await bench.store.blobs.head('private', 'a/b')).toMatchObject({
      key: 'a/b',
      bytes: 5,
      contentType: 'text/plain',
      etag: put.etag,
    });
  });

  it('a blob store takes a stream', async () => {
    await bench.store.blobs.put(
      'private',
      'stream',
      { stream: Readable.from([Buffer.from('one '), Buffer.from('two')]), bytes: 7 },
      { contentType: 'text/plain' },
    );
    expect(await bench.read('stream')).toBe('one two');
  });

  it('a blob store finds nothing that is absent, in another bucket or deleted', async () => {
    await bench.store.blobs.put('private', 'gone', Buffer.from('x'), { contentType: 'text/plain' });
    expect(await bench.store.blobs.head('public', 'gone')).toBeNull();
    await bench.store.blobs.delete('private', 'gone');
    await bench.store.blobs.delete('private', 'gone');
    expect(await bench.store.blobs.get('private', 'gone')).toBeNull();
  });

  it('a blob store copies an object as it is at that moment, without later changes to its key', async () => {
    await bench.store.blobs.put('private', 'given', Buffer.from('inspected'), {
      contentType: 'application/zip',
    });
    expect(await bench.store.blobs.copy('private', 'given', 'ours/copy')).toMatchObject({
      key: 'ours/copy',
      bytes: 9,
      contentType: 'application/zip',
    });
    await bench.store.blobs.put('private', 'given', Buffer.from('another file'), {
      contentType: 'text/html',
    });
    expect(await bench.read('ours/copy')).toBe('inspected');
    expect(await bench.store.blobs.head('private', 'ours/copy')).toMatchObject({
      bytes: 9,
      contentType: 'application/zip',
    });
    await bench.store.blobs.delete('private', 'given');
    expect(await bench.read('ours/copy', { start: 2, end: 4 })).toBe('spe');
    expect(await bench.store.blobs.copy('private', 'given', 'ours/other')).toBeNull();
    await bench.store.blobs.delete('private', 'ours/copy');
    expect(await bench.read('ours/copy')).toBeNull();
  });

  it('a blob store lists and deletes everything whose key has a prefix, and nothing else', async () => {
    for (const key of ['made/1/a', 'made/1/b/c', 'made/10'])
      await bench.store.blobs.put('private', key, Buffer.from(key), { contentType: 'text/plain' });
    expect((await bench.store.blobs.keysUnder('private', 'made/1/')).toSorted()).toEqual([
      'made/1/a',
      'made/1/b/c',
    ]);
    expect(await bench.store.blobs.keysUnder('public', 'made/1/')).toEqual([]);
    await bench.store.blobs.deleteAll('private', 'made/1/');
    await bench.store.blobs.deleteAll('private', 'made/1/');
    expect(
      await Promise.all(['made/1/a', 'made/1/b/c', 'made/10'].map((key) => bench.read(key))),
    ).toEqual([null, null, 'made/10']);
  });

  it('a blob store returns ranges, and refuses one outside', async () => {
    await bench.store.blobs.put('private', 'range', Buffer.from('hello'), {
      contentType: 'text/plain',
    });
    expect(await bench.read('range', { start: 1, end: 2 })).toBe('el');
    expect(await bench.read('range', { start: 3 })).toBe('lo');
    expect(await bench.read('range', { lastBytes: 2 })).toBe('lo');
    expect((await bench.store.blobs.get('private', 'range', { start: 3 }))?.range).toEqual({
      start: 3,
      end: 4,
    });
    await expect(bench.store.blobs.get('private', 'range', { start: 9 })).rejects.toMatchObject({
      constructor: RangeNotSatisfiable,
      bytes: 5,
    });
  });
};

const forms = (bench: SuiteContext): void => {
  const grant = (key: string, expiresAt = inOneMinute()) =>
    bench.store.blobs.presignPost({
      bucket: 'private',
      key,
      contentType: 'image/png',
      maxBytes: 1_000,
      expiresAt,
    });
  const send = async (
    { url, fields }: PresignedPost,
    content: string,
    changes: Record<string, string> = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
    form.append('file', new Blob([content], { type: 'image/png' }), 'a.png');
    const response = await fetch(new URL(url, bench.store.origin), { method: 'POST', body: form });
    return { status: response.status, text: await response.text() };
  };

  it('an upload form brings in what was granted, and says where it is', async () => {
    const granted = await grant('forms/granted');
    // Any other is refused by buckets without access control lists.
    expect(granted.fields).toMatchObject({ acl: 'bucket-owner-full-control' });
    const { status, text } = await send(granted, 'picture');
    expect([status, text]).toEqual([
      201,
      expect.stringMatching(/<Key>forms\/granted<\/Key>.*<ETag>[^<]*\w{32}[^<]*<\/ETag>/s),
    ]);
    expect(await bench.read('forms/granted')).toBe('picture');
    expect(await bench.store.blobs.head('private', 'forms/granted')).toMatchObject({
      bytes: 7,
      contentType: 'image/png',
    });
  });

  it('an upload form brings in no other key, type, size or time, and no policy of the sender', async () => {
    const granted = await grant('forms/refused');
    const policy = {
      ...(JSON.parse(Buffer.from(granted.fields['Policy'] ?? '', 'base64').toString()) as object),
      expiration: '2099-01-01T00:00:00Z',
    };
    const tries: [string, Record<string, string>, PresignedPost][] = [
      ['x', { key: 'forms/stolen' }, granted],
      ['x', { 'Content-Type': 'text/html' }, granted],
      ['x', { acl: 'public-read' }, granted],
      ['x', { 'X-Amz-Signature': '0'.repeat(64) }, granted],
      ['x', { Policy: Buffer.from(JSON.stringify(policy)).toString('base64') }, granted],
      ['x'.repeat(1_001), {}, granted],
      ['', {}, granted],
      ['x', {}, await grant('forms/refused', new Date(Date.now() - 1_000))],
    ];
    for (const [content, changes, post] of tries)
      expect([changes, (await send(post, content, changes)).status]).toEqual([
        changes,
        expect.toBeOneOf([400, 403]),
      ]);
    for (const key of ['forms/refused', 'forms/stolen'])
      expect(await bench.store.blobs.head('private', key)).toBeNull();
  });
};

const parts = (bench: SuiteContext): void => {
  const putPart = async (url: string, content: Buffer | string) =>
    (await fetch(new URL(url, bench.store.origin), { method: 'PUT', body: content })).status;

  it('a multipart upload makes an object of parts that came out of order, one of them twice', async () => {
    const upload = await bench.store.blobs.startParts('private', 'parts/video', {
      contentType: 'video/mp4',
    });
    const first = Buffer.alloc(PART_MIN_BYTES, 'a');
    const address = (partNumber: number, bytes: number) =>
      bench.store.blobs.presignPart(upload, { partNumber, bytes, expiresAt: inOneMinute() });
    expect(await putPart(await address(2, 4), 'last')).toBe(200);
    expect(await putPart(await address(1, first.length), Buffer.alloc(first.length, 'x'))).toBe(
      200,
    );
    expect(await putPart(await address(1, first.length), first)).toBe(200);
    const parts = (await bench.store.blobs.listParts(upload)) ?? [];
    expect(parts.map(({ partNumber, bytes }) => [partNumber, bytes])).toEqual([
      [1, first.length],
      [2, 4],
    ]);
    expect(await bench.store.blobs.head('private', 'parts/video')).toBeNull();

    const made = await bench.store.blobs.completeParts(upload, parts);
    expect(made).toMatchObject({
      bytes: first.length + 4,
      contentType: 'video/mp4',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-2"$/),
    });
    expect(await bench.read('parts/video', { start: first.length - 2 })).toBe('aalast');
    expect(await bench.read('parts/video', { start: 0, end: 1 })).toBe('aa');
    expect(await bench.store.blobs.listParts(upload)).toBeNull();
    // Asked again, some say that it is gone and others what was made of it.
    const again = await bench.store.blobs.completeParts(upload, parts).then(
      ({ etag }) => etag,
      ({ reason }: PartsRefused) => reason,
    );
    expect(['NoSuchUpload', made.etag]).toContain(again);
    expect(await bench.store.blobs.head('private', 'parts/video')).toMatchObject({
      bytes: first.length + 4,
      etag: made.etag,
    });

    await bench.store.blobs.copy('private', 'parts/video', 'ours/video');
    await bench.store.blobs.delete('private', 'parts/video');
    expect(await bench.read('ours/video', { start: first.length - 2 })).toBe('aalast');
  });

  it('a multipart upload refuses parts that make no object', async () => {
    const upload = await bench.store.blobs.startParts('private', 'parts/bad', {
      contentType: 'video/mp4',
    });
    for (const partNumber of [1, 2])
      await putPart(
        await bench.store.blobs.presignPart(upload, {
          partNumber,
          bytes: 5,
          expiresAt: inOneMinute(),
        }),
        'small',
      );
    const [one, two] = (await bench.store.blobs.listParts(upload)) ?? [];
    if (!one || !two) throw new Error('the parts did not arrive');
    await expect(bench.store.blobs.completeParts(upload, [one, two])).rejects.toMatchObject({
      reason: 'EntityTooSmall',
    });
    await expect(
      bench.store.blobs.completeParts(upload, [{ ...one, etag: '"0"' }]),
    ).rejects.toMatchObject({ reason: 'InvalidPart' });
    await expect(
      bench.store.blobs.completeParts(upload, [{ ...one, partNumber: 7 }]),
    ).rejects.toThrow(PartsRefused);
    expect(await bench.store.blobs.head('private', 'parts/bad')).toBeNull();
  });

  it('a multipart upload takes only parts of the granted size, number and upload, and in time', async () => {
    const upload = await bench.store.blobs.startParts('private', 'parts/granted', {
      contentType: 'video/mp4',
    });
    const granted = await bench.store.blobs.presignPart(upload, {
      partNumber: 1,
      bytes: 5,
      expiresAt: inOneMinute(),
    });
    expect(await putPart(granted, 'longer')).toBe(403);
    expect(await putPart(granted.replace('partNumber=1', 'partNumber=2'), 'small')).toBe(403);
    expect(await putPart(granted.replace('granted', 'another'), 'small')).toBe(403);
    expect(await putPart(granted.replace(/Expires=\d+/, 'Expires=600000'), 'small')).toBe(403);
    expect(await bench.store.blobs.listParts(upload)).toEqual([]);
    expect(await putPart(granted, 'small')).toBe(200);
  });

  it('a blob store forgets an aborted upload, and sweeps those begun before', async () => {
    const [aborted, abandoned, completed] = await Promise.all(
      ['x', 'y', 'z'].map((key) =>
        bench.store.blobs.startParts('private', key, { contentType: 'video/mp4' }),
      ),
    );
    if (!aborted || !abandoned || !completed) throw new Error('not begun');
    await bench.store.blobs.abortParts(aborted);
    await bench.store.blobs.abortParts(aborted);
    expect(await bench.store.blobs.listParts(aborted)).toBeNull();
    await putPart(
      await bench.store.blobs.presignPart(completed, {
        partNumber: 1,
        bytes: 4,
        expiresAt: inOneMinute(),
      }),
      'made',
    );
    await bench.store.blobs.completeParts(
      completed,
      (await bench.store.blobs.listParts(completed)) ?? [],
    );
    expect(await bench.store.blobs.sweepUploads(new Date(Date.now() - 60_000))).toBe(0);
    expect(await bench.store.blobs.sweepUploads(inOneMinute())).toBeGreaterThanOrEqual(1);
    expect(await bench.store.blobs.listParts(abandoned)).toBeNull();
    expect(await bench.read('z')).toBe('made');
  });
};
