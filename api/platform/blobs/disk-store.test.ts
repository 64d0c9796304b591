// Objects on disk are complete or absent, also after failed and concurrent writes.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskParts } from './disk-parts.ts';
import { DiskStore } from './disk-store.ts';
import { SizeRefused } from './disk-streams.ts';
import { RangeNotSatisfiable } from './port.ts';

const now = new Date('2026-01-15T12:00:00Z');
let root: string;
let store: DiskStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'camarim-blobs-'));
  store = new DiskStore(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const write = (key: string, content: string, more: object = {}) =>
  store.write('private', key, Buffer.from(content), { contentType: 'text/plain', now, ...more });
const read = async (key: string, range?: Parameters<DiskStore['read']>[2]) => {
  const found = await store.read('private', key, range);
  return found && (await buffer(found.stream)).toString();
};
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;

describe('an object', () => {
  it('an object is read back unchanged, with its type and length', async () => {
    await write('a/b.txt', 'hello');
    expect(await read('a/b.txt')).toBe('hello');
    expect(await store.head('private', 'a/b.txt')).toMatchObject({
      bytes: 5,
      contentType: 'text/plain',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
    });
  });

  it('replacing an object leaves no file of the old one', async () => {
    await write('replace', 'one');
    const before = await files();
    await write('replace', 'two');
    expect(await read('replace')).toBe('two');
    expect(await files()).toBe(before);
  });

  it('writes and deletions of one object at the same moment leave no file of the replaced ones', async () => {
    const before = await files();
    const contents = Array.from({ length: 10 }, (_, n) => `${n}`);
    await Promise.all(contents.map((content) => write('same', content)));
    expect(contents).toContain(await read('same'));
    await Promise.all(
      contents.flatMap((content) => [write('same', content), store.delete('private', 'same')]),
    );
    await store.delete('private', 'same');
    expect(await files()).toBe(before);
  });

  it('a part that is sent many times at once, or arrives after the last, leaves one file', async () => {
    const before = await files();
    const parts = new DiskParts(root, store);
    const upload = await parts.start('private', 'parts', { contentType: 'video/mp4', now });
    const send = (content: Readable) => parts.write(upload, 1, content, { maxBytes: 100 });
    await Promise.all(Array.from({ length: 10 }, () => send(Readable.from([Buffer.from('one')]))));
    expect(await parts.list(upload)).toHaveLength(1);
    const slow = new PassThrough();
    slow.write('late');
    const late = send(slow);
    const [{ etag = '' } = {}] = (await parts.list(upload)) ?? [];
    await parts.complete(upload, [{ partNumber: 1, etag }], now);
    const whole = await files();
    slow.end();
    await expect(late).rejects.toMatchObject({ reason: 'NoSuchUpload' });
    expect(await read('parts')).toBe('one');
    expect(await files()).toBeLessThanOrEqual(whole);
    await store.delete('private', 'parts');
    expect(await files()).toBe(before);
  });

  it('a findable object has a file name derived from its key until it is deleted', async () => {
    const name = (key: string) =>
      readFile(join(root, 'private', 'd.video', `f.${key}`), 'utf8').catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
    await write('video/0', 'plain');
    expect(await name('0')).toBe('ENOENT');
    await write('video/0', 'one', { findable: true });
    expect(await name('0')).toBe('one');
    await write('video/0', 'two', { findable: true });
    expect(await name('0')).toBe('two');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => write('video/0', `writer ${n}`, { findable: true })),
    );
    expect(await name('0')).toBe(await read('video/0'));
    await write('video/0', 'three');
    expect(await name('0')).toBe('ENOENT');
    await write('video/0', 'four', { findable: true });
    await store.deleteAll('private', 'video/');
    expect(await name('0')).toBe('ENOENT');
  });

  it('an object is in one bucket only', async () => {
    await write('only', 'x');
    expect(await store.read('public', 'only')).toBeNull();
  });

  it('an object does not collide with keys that look like its folder, description or data file', async () => {
    for (const key of ['x', 'x/y', 'm.x', 'd.x/y', 'b.x']) await write(key, key);
    for (const key of ['x', 'x/y', 'm.x', 'd.x/y', 'b.x']) expect(await read(key)).toBe(key);
  });

  it('a deleted object is gone, and deleting it again succeeds', async () => {
    await write('gone', 'x');
    await store.delete('private', 'gone');
    await store.delete('private', 'gone');
    expect(await read('gone')).toBeNull();
  });

  it.each([
    [{ start: 1, end: 2 }, 'el'],
    [{ start: 3 }, 'lo'],
    [{ start: 3, end: 99 }, 'lo'],
    [{ lastBytes: 2 }, 'lo'],
  ])('an object is read by the range %o', async (range, part) => {
    await write('range', 'hello');
    expect(await read('range', range)).toBe(part);
  });

  it('a range outside of an object is refused', async () => {
    await write('range', 'hello');
    await expect(store.read('private', 'range', { start: 5 })).rejects.toThrow(RangeNotSatisfiable);
  });
});

describe('a refused or broken write', () => {
  it('a refused or broken write leaves no file', async () => {
    const before = await files();
    await expect(write('long', 'too long', { maxBytes: 3 })).rejects.toThrow(SizeRefused);
    await expect(write('short', '', { minBytes: 1 })).rejects.toThrow(SizeRefused);
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(
      store.write('private', 'half', breaking, { contentType: 'text/plain', now }),
    ).rejects.toThrow('connection lost');
    expect(await files()).toBe(before);
    expect(await read('half')).toBeNull();
  });

  it.each([
    '',
    '../up',
    'a/../b',
    'a//b',
    '/a',
    'a/',
    '.',
    'a/./b',
    'ação',
    'x\0y',
    'a'.repeat(301),
  ])('the key %j is refused', async (key) => {
    await expect(write(key, 'x')).rejects.toThrow(RangeError);
  });

  it('files of a write whose process died are swept', async () => {
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(join(root, 'incoming'), { recursive: true });
    await writeFile(join(root, 'incoming/left'), 'x');
    expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(1);
  });
});
