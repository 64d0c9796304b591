// Hostile and unusual files with the real renderer in its sandbox. All images are drawn here.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { distance } from './perceptual-hash.ts';
import { MediaRefused } from './port.ts';
import { runSandboxed, sandboxTools } from './sandbox.ts';
import { sandboxedMedia } from './sandboxed-media.ts';

const engine = sandboxedMedia();
const tools = await sandboxTools();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-corpus-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const svg = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#f06"/><stop offset="1" stop-color="#06f"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#g)"/><circle cx="${width * 0.3}" cy="${height * 0.4}" r="${height * 0.3}" fill="#fc6"/><rect x="${width * 0.6}" y="${height * 0.1}" width="${width * 0.2}" height="${height * 0.7}" fill="#123"/></svg>`);
const drawing = (width = 900, height = 600) =>
  sharp(svg(width, height)).flatten({ background: '#000' });

let count = 0;
const render = async (content: Buffer, watermark = 'camarim.app · @teste') => {
  const file = join(folder, `file-${(count += 1)}`);
  await writeFile(file, content);
  return engine.renderImage({ file, watermark });
};
const reasonOf = async (content: Buffer) => {
  const error = await render(content).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof MediaRefused) return error.reason;
  throw error ?? new Error('was accepted');
};

/** A PNG that says it is huge: a header, almost no data. */
const bomb = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const crc32 = (data: Buffer): number => {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
};

describe('a valid picture', () => {
  it('a valid picture gets its sizes, and a preview too small to read', async () => {
    const { facts, renditions } = await render(await drawing(3_000, 2_000).jpeg().toBuffer());
    expect(facts).toMatchObject({ contentType: 'image/jpeg', width: 3_000, height: 2_000 });
    expect(renditions.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ['full', 2_048, 1_365],
      ['lg', 1_280, 853],
      ['md', 480, 320],
      ['preview', 48, 31],
    ]);
    for (const { content, kind } of renditions)
      expect((await sharp(content).metadata()).format, kind).toBe('webp');
    expect(renditions.at(-1)?.content.length).toBeLessThan(1_500);
  });

  it('a valid picture loses EXIF, GPS and every other metadata, and is turned upright', async () => {
    const original = await drawing(900, 600)
      .withExif({
        IFD0: { Copyright: 'secret' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { facts, renditions } = await render(original);
    expect(facts).toMatchObject({ width: 600, height: 900 });
    for (const { content, width, height } of renditions) {
      const metadata = await sharp(content).metadata();
      expect([
        metadata.exif,
        metadata.xmp,
        metadata.iptc,
        metadata.icc,
        metadata.orientation,
      ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(height).toBeGreaterThan(width);
      expect(content.includes('secret')).toBe(false);
    }
  });

  it('a valid picture carries the mark, except in the preview', async () => {
    const original = await drawing().png().toBuffer();
    const [marked, plain] = [await render(original), await render(original, '')];
    const same = (kind: string) =>
      marked.renditions
        .find((one) => one.kind === kind)
        ?.content.equals(
          plain.renditions.find((one) => one.kind === kind)?.content ?? Buffer.alloc(0),
        );
    expect({
      full: same('full'),
      lg: same('lg'),
      md: same('md'),
      preview: same('preview'),
    }).toEqual({ full: false, lg: false, md: false, preview: true });
  });

  it.each([
    ['PNG with transparency', () => sharp(svg(400, 300)).png().toBuffer()],
    ['16-bit PNG', () => drawing().toColourspace('rgb16').png().toBuffer()],
    ['CMYK JPEG', () => drawing().toColourspace('cmyk').jpeg().toBuffer()],
    ['WebP', () => drawing().webp().toBuffer()],
    ['AVIF', () => drawing(300, 200).avif({ effort: 0 }).toBuffer()],
    ['GIF', () => drawing(300, 200).gif().toBuffer()],
    ['one pixel', () => drawing(1, 1).png().toBuffer()],
    ['a very wide strip', () => drawing(5_000, 3).png().toBuffer()],
  ])('a valid picture can be %s', async (_, make) => {
    expect((await render(await make())).renditions).toHaveLength(4);
  });

  it('a valid image is recognised when it was resized, recompressed, marked or mirrored', async () => {
    const original = await render(await drawing(1_200, 800).png().toBuffer());
    const copy = await render(await drawing(600, 400).jpeg({ quality: 40 }).toBuffer());
    const mirrored = await render(await drawing(1_200, 800).flop().png().toBuffer());
    const other = await render(
      await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: '#222',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .png()
        .toBuffer(),
    );
    expect(distance(original.facts.perceptualHash, copy.facts.perceptualHash)).toBeLessThanOrEqual(
      6,
    );
    expect(
      distance(original.facts.perceptualHashMirror, mirrored.facts.perceptualHash),
    ).toBeLessThanOrEqual(6);
    expect(distance(original.facts.perceptualHash, other.facts.perceptualHash)).toBeGreaterThan(16);
  });
});

describe('a refused file', () => {
  const jpeg = () => drawing().jpeg().toBuffer();
  it.each([
    [
      'a page named as a picture',
      'forged',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    ],
    ['SVG, which can run code and fetch', 'forged', async () => svg(100, 100)],
    ['an archive', 'forged', async () => Buffer.from('504b0304140000000000', 'hex')],
    ['nothing', 'forged', async () => Buffer.alloc(0)],
    [
      'noise',
      'forged',
      async () => Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
    ],
    [
      'a playlist that points elsewhere',
      'forged',
      async () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    ],
    ['half a JPEG', 'damaged', async () => (await jpeg()).subarray(0, 4_000)],
    [
      'a JPEG header and then HTML',
      'damaged',
      async () =>
        Buffer.concat([(await jpeg()).subarray(0, 400), Buffer.from('<script>'.repeat(500))]),
    ],
    ['half a PNG', 'damaged', async () => (await drawing().png().toBuffer()).subarray(0, 900)],
    ['a decompression bomb', 'tooManyPixels', async () => bomb(60_000, 60_000)],
    ['a bomb of one line', 'damaged', async () => bomb(9_000, 9_000)],
  ] as const)('%s: %s', async (_, reason, make) => {
    expect(await reasonOf(await make())).toBe(reason);
  });

  it('a refused file names HEIC, whatever type it was sent as', async () => {
    const head = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(200),
    ]);
    expect(await reasonOf(head)).toBe('heic');
  });

  it('a refused file leaves nothing in the temporary folder', async () => {
    // One of its own: other tests render at the same time.
    const own = await mkdtemp(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', own);
    try {
      await reasonOf(Buffer.from('not a picture'));
      expect(await readdir(own)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the sandbox', () => {
  const limits = {
    timeoutMs: 1_500,
    memoryBytes: 3 * 1024 ** 3,
    cpuSeconds: 10,
    fileBytes: 1_000_000,
  };
  const patient = { ...limits, timeoutMs: 30_000 };
  const run = async (code: string, within = limits) => {
    const script = join(folder, `script-${(count += 1)}.mjs`);
    await writeFile(script, code);
    return runSandboxed(script, [], { readable: script, writable: folder, limits: within });
  };

  it('the sandbox of media ends a child that takes too long', async () =>
    expect((await run('for (;;);')).timedOut).toBe(true));
  it('the sandbox of media reads nothing of the machine', async () =>
    expect(
      (await run("import { readFileSync } from 'node:fs'; readFileSync('/etc/passwd')")).stderr,
    ).toContain('ERR_ACCESS_DENIED'));
  it.runIf(tools.bwrap)(
    'the sandbox of media shows native libraries only files of the run',
    async () => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'camarim-elsewhere-'));
      const library = JSON.stringify(import.meta.resolve('sharp'));
      const read = (path: string) =>
        run(
          `import sharp from ${library}; await sharp(${JSON.stringify(path)}).metadata().then(() => console.log('read'), () => console.log('not there'))`,
          patient,
        );
      try {
        await writeFile(join(elsewhere, 'private.png'), await drawing(20, 20).png().toBuffer());
        await writeFile(join(folder, 'own.png'), await drawing(20, 20).png().toBuffer());
        expect((await read(join(elsewhere, 'private.png'))).stdout).toBe('not there\n');
        expect((await read(join(folder, 'own.png'))).stdout).toBe('read\n');
      } finally {
        await rm(elsewhere, { recursive: true, force: true });
      }
    },
  );
  it('the sandbox of media stops a child that prints without end, and keeps only the end of its complaints', async () => {
    const endless = await run(
      "import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(60_000))",
      patient,
    );
    expect([endless.timedOut, endless.signal, endless.stdout]).toEqual([false, 'SIGKILL', '']);
    const loud = await run(
      "import { writeSync } from 'node:fs'; for (let n = 0; n < 20_000; n += 1) writeSync(2, `line ${n} ${'y'.repeat(100)}\\n`)",
      patient,
    );
    expect(loud.stderr.length).toBeLessThanOrEqual(2_000);
    expect(loud.stderr).toContain('line 19999');
  });
  it('the sandbox of media stops a child whose line does not end, and passes on complete lines', async () => {
    const script = join(folder, 'lines.mjs');
    const lines: string[] = [];
    const confinement = {
      readable: script,
      writable: folder,
      limits: patient,
      onLine: (line: string) => void lines.push(line),
    };
    await writeFile(
      script,
      "import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(60_000))",
    );
    expect(await runSandboxed(script, [], confinement)).toMatchObject({
      timedOut: false,
      signal: 'SIGKILL',
    });
    expect(lines).toEqual([]);
    await writeFile(
      script,
      "process.stdout.write('one\\ntw'); setTimeout(() => process.stdout.write('o\\n'), 50)",
    );
    await runSandboxed(script, [], confinement);
    expect(lines).toEqual(['one', 'two']);
  });
  it('the sandbox of media starts no program', async () =>
    expect(
      (await run("import { execSync } from 'node:child_process'; execSync('id')")).stderr,
    ).toContain('ERR_ACCESS_DENIED'));
  it('the sandbox of media reaches no network, not even this machine', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      expect(await (await fetch(url)).text()).toBe('reached');
      expect(
        (
          await run(
            `await fetch('${url}').then(async (reply) => console.log(await reply.text()), () => console.log('cut off'))`,
          )
        ).stdout,
      ).toBe('cut off\n');
    } finally {
      server.close();
    }
  });
  it('the sandbox of media sees no secret of ours in its environment', async () => {
    process.env['CAMARIM_TEST_SECRET'] = 'do not tell';
    expect((await run('console.log(JSON.stringify(process.env))')).stdout).not.toContain(
      'do not tell',
    );
  });
});
