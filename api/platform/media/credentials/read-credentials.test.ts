// The manifest stores of files that the reference implementation of C2PA signed
// (samples/README.md), and of files that were made to do harm.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREDENTIALS_KEPT_BYTES } from '../port.ts';
import { mentionsC2pa } from './mentions-c2pa.ts';
import { readCredentials } from './read-credentials.ts';
import { readCredentials as readSandboxed } from './sandboxed-credentials.ts';

const sampleOf = (name: string): string => join(import.meta.dirname, 'samples', name);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-credentials-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const read = async (content: Buffer) => {
  files += 1;
  const file = join(folder, `${files}`);
  await writeFile(file, content);
  return readCredentials(file);
};

describe('a signed file', () => {
  test.each([
    ['generated.jpg', 'generated', ['trainedAlgorithmicMedia']],
    ['generated.png', 'generated', ['trainedAlgorithmicMedia']],
    ['generated.webp', 'generated', ['trainedAlgorithmicMedia']],
    ['generated.mp4', 'generated', ['trainedAlgorithmicMedia']],
    ['altered.jpg', 'altered', ['compositeWithTrainedAlgorithmicMedia']],
    ['camera.jpg', null, ['digitalCapture']],
  ] as const)('%s is %s by what it says of itself', async (name, label, sourceTypes) => {
    const found = await readCredentials(sampleOf(name));
    expect(found?.summary).toEqual({
      generator: 'Abstract painter 1.0',
      manifests: 1,
      actions: ['c2pa.created'],
      sourceTypes,
      label,
    });
    expect(found?.manifest?.length).toBe(found?.bytes);
    expect(found?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  /**
   * The manifest store of a signed picture; sound that was signed by the reference is not at hand.
   */
  const storeOf = async (): Promise<Buffer> =>
    (await readCredentials(sampleOf('generated.png')))?.manifest ?? Buffer.alloc(0);
  const sound = Buffer.alloc(64, 1);
  const uint32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const synchsafe = (value: number): Buffer =>
    Buffer.from([21, 14, 7, 0].map((bits) => (value >> bits) & 0x7f));

  test('a manifest store in a WAV file is read', async () => {
    const store = await storeOf();
    const chunk = (type: string, data: Buffer) =>
      Buffer.concat([
        Buffer.from(type),
        uint32(data.length).reverse(),
        data,
        Buffer.alloc(data.length % 2),
      ]);
    const chunks = Buffer.concat([
      chunk('fmt ', sound),
      chunk('data', sound),
      chunk('C2PA', store),
    ]);
    const found = await read(
      Buffer.concat([
        Buffer.from('RIFF'),
        uint32(chunks.length + 4).reverse(),
        Buffer.from('WAVE'),
        chunks,
      ]),
    );
    expect(found?.manifest?.equals(store)).toBe(true);
    expect(found?.summary).toMatchObject({ label: 'generated' });
  });

  test.each([
    [3, 0, uint32],
    [4, 0, synchsafe],
    [4, 1, synchsafe],
  ] as const)(
    'a manifest store in ID3 2.%i with texts of encoding %i is read',
    async (version, encoding, size) => {
      const store = await storeOf();
      const text = (words: string) =>
        encoding === 1
          ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${words}\0`, 'utf16le')])
          : Buffer.from(`${words}\0`, 'latin1');
      const frame = (type: string, data: Buffer) =>
        Buffer.concat([Buffer.from(type), size(data.length), Buffer.alloc(2), data]);
      const frames = Buffer.concat([
        frame('TIT2', Buffer.from('\0Canto', 'latin1')),
        frame(
          'GEOB',
          Buffer.concat([
            Buffer.from([encoding]),
            Buffer.from('application/c2pa\0', 'latin1'),
            text('c2pa'),
            text('c2pa manifest store'),
            store,
          ]),
        ),
      ]);
      const found = await read(
        Buffer.concat([
          Buffer.from('ID3'),
          Buffer.from([version, 0, 0]),
          synchsafe(frames.length),
          frames,
          sound,
        ]),
      );
      expect(found?.manifest?.equals(store)).toBe(true);
      expect(found?.summary).toMatchObject({ label: 'generated' });
    },
  );

  test('a signed file that was only cropped stays generated, and one with a generated part is altered', async () => {
    const [cropped, placed] = [
      await readCredentials(sampleOf('cropped.jpg')),
      await readCredentials(sampleOf('placed.png')),
    ];
    expect(cropped?.summary).toMatchObject({
      generator: 'Abstract editor',
      manifests: 2,
      actions: ['c2pa.created', 'c2pa.opened', 'c2pa.cropped'],
      label: 'generated',
    });
    // Longer than one segment of JPEG holds.
    expect(cropped?.bytes).toBeGreaterThan(65_536);
    expect(placed?.summary).toMatchObject({ manifests: 2, label: 'altered' });
  });

  test('a signed file is read in the sandbox as outside of it', async () => {
    const file = sampleOf('cropped.jpg');
    const signal = new AbortController().signal;
    expect(await readSandboxed({ file, signal })).toEqual(await readCredentials(file));
    expect(await readSandboxed({ file: import.meta.filename, signal })).toBeNull();
  });
});

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
};
const superbox = (label: string, ...parts: Buffer[]): Buffer =>
  box('jumb', box('jumd', Buffer.alloc(16), Buffer.from([3]), Buffer.from(`${label}\0`)), ...parts);
const inPng = (store: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(store.length, 0);
  head.write('caBX', 4, 'latin1');
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), head, store, Buffer.alloc(4)]);
};

describe('a hostile file', () => {
  test('a hostile file with boxes in boxes without end is not understood', async () => {
    let nested = superbox('x');
    for (let depth = 0; depth < 5_000; depth += 1) nested = superbox('x', nested);
    const found = await read(inPng(superbox('c2pa', nested)));
    expect(found).toMatchObject({ summary: null, bytes: expect.any(Number) });
  });

  test('a hostile file with more boxes than any file needs is not understood', async () => {
    const many = Buffer.concat(Array.from({ length: 200_000 }, () => box('free')));
    expect((await read(inPng(superbox('c2pa', superbox('m', many)))))?.summary).toBeNull();
  });

  test('a hostile file whose manifests name each other as their source is understood once', async () => {
    const cbor = (json: object) => box('json', Buffer.from(JSON.stringify(json)));
    const manifest = (name: string, other: string) =>
      superbox(
        name,
        superbox(
          'c2pa.assertions',
          superbox(
            'c2pa.ingredient.v3',
            cbor({
              relationship: 'parentOf',
              activeManifest: { url: `self#jumbf=/c2pa/${other}` },
            }),
          ),
        ),
        superbox('c2pa.claim.v2', cbor({ claim_generator_info: { name: 'Ring' } })),
      );
    const store = superbox('c2pa', manifest('a', 'b'), manifest('b', 'a'));
    expect((await read(inPng(store)))?.summary).toMatchObject({
      generator: 'Ring',
      manifests: 2,
      label: null,
    });
  });

  test('a hostile file whose texts have a NUL and a cut surrogate pair has a summary that is text', async () => {
    const claim = { claim_generator: `\0${'x'.repeat(199)}\u{1f600}` };
    const cbor = box('json', Buffer.from(JSON.stringify(claim)));
    const store = superbox('c2pa', superbox('m', superbox('c2pa.claim.v2', cbor)));
    const found = await read(inPng(store));
    expect(found?.summary?.generator).toBe(`${'x'.repeat(199)}\ufffd`);
  });

  test('cut off anywhere is read without an error', async () => {
    for (const name of ['generated.webp', 'generated.mp4']) {
      const whole = await readFile(sampleOf(name));
      for (let length = 0; length < whole.length; length += 97) {
        const found = await read(whole.subarray(0, length));
        expect(found === null || found.bytes > 0).toBe(true);
      }
    }
  });

  test('a hostile file with a manifest store that is too long has only its hash stored', async () => {
    const padding = box('free', Buffer.alloc(CREDENTIALS_KEPT_BYTES));
    const found = await read(inPng(superbox('c2pa', superbox('m'), padding)));
    expect(found?.manifest).toBeNull();
    expect(found).toMatchObject({ bytes: expect.any(Number), sha256: expect.any(String) });
    expect(found?.summary).not.toBeNull();
  });

  test('a hostile file that says it is longer than it is, or of no length, ends', async () => {
    const lying = inPng(superbox('c2pa'));
    lying.writeUInt32BE(0xffffffff, 8);
    expect((await read(lying))?.bytes).toBeLessThan(200);
    const still = Buffer.concat([box('ftyp', Buffer.from('isom')), Buffer.alloc(64)]);
    expect(await read(still)).toBeNull();
    expect(await read(Buffer.from('ffd8ffeb0000', 'hex'))).toBeNull();
    expect(await read(Buffer.alloc(0))).toBeNull();
  });
});

describe('the mark of a manifest', () => {
  test('the mark of a manifest is in every signed file, so that each is read', async () => {
    const samples = (await readdir(join(import.meta.dirname, 'samples'))).filter(
      (name) => !name.endsWith('.md'),
    );
    expect(samples.length).toBeGreaterThan(5);
    for (const name of samples)
      expect([name, await mentionsC2pa(sampleOf(name))]).toEqual([name, true]);
  });

  test.each([1024 ** 2 - 4, 1024 ** 2 - 2, 1024 ** 2, 2 * 1024 ** 2 - 1])(
    'the mark of a manifest is found at byte %i, across chunks, and is not in zeros alone',
    async (at) => {
      const file = join(folder, `mark-${at}`);
      const content = Buffer.alloc(3 * 1024 ** 2);
      await writeFile(file, content);
      expect(await mentionsC2pa(file)).toBe(false);
      content.write('c2pa', at);
      await writeFile(file, content);
      expect(await mentionsC2pa(file)).toBe(true);
    },
  );
});
