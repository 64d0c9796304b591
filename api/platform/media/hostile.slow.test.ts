// Hostile and disguised files. Each is inspected in the sandbox.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { MediaRefused } from './port.ts';
import { runProgram } from './sandbox.ts';
import { sandboxedMedia } from './sandboxed-media.ts';
import { drawClip } from './video/clips.ts';
import { encode, encodingLimits, inputOf } from './video/ffmpeg.ts';

const engine = sandboxedMedia();
const signal = new AbortController().signal;
let folder: string;
let visited = 0;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-hostile-'));
  server = createServer((_request, response) => {
    visited += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const inspect = async (content: Buffer | string) => {
  const file = join(folder, `file-${(count += 1)}.mp4`);
  await writeFile(file, content);
  return engine.inspect({ file, signal });
};
const reasonOf = async (content: Buffer | string) => {
  const error: unknown = await inspect(content).then(
    (facts) => `was accepted as ${facts.contentType}`,
    (thrown: unknown) => thrown,
  );
  if (error instanceof MediaRefused) return error.reason;
  throw error;
};

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((one) => Buffer.from(one as string)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const fileType = box('ftyp', 'isom', Buffer.alloc(4), 'isommp42');

const zip = async (fill: (archive: yazl.ZipFile) => void): Promise<Buffer> => {
  const archive = new yazl.ZipFile();
  fill(archive);
  archive.end();
  return buffer(archive.outputStream);
};

/** A zip of one entry whose name and sizes say what we like. */
const forgedZip = (
  name: string,
  {
    unpackedBytes,
    flags = 0,
    attributes = 0,
  }: { unpackedBytes?: number; flags?: number; attributes?: number } = {},
): Buffer => {
  const content = deflateRawSync(Buffer.from('harmless'));
  const fields = (offset: number, head: Buffer) => {
    head.writeUInt16LE(flags, offset);
    head.writeUInt16LE(8, offset + 2);
    head.writeUInt32LE(content.length, offset + 12);
    head.writeUInt32LE(unpackedBytes ?? 8, offset + 16);
    head.writeUInt16LE(name.length, offset + 20);
  };
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(20, 4);
  fields(6, local);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02', 'latin1');
  central.writeUInt16LE(20, 6);
  fields(8, central);
  central.writeUInt32LE(attributes >>> 0, 38);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + content.length, 16);
  return Buffer.concat([local, Buffer.from(name), content, central, Buffer.from(name), end]);
};

describe('a playlist that points elsewhere', () => {
  it.each([
    [
      'a playlist',
      () => `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${origin}/s.ts\n#EXT-X-ENDLIST\n`,
    ],
    [
      'a playlist of local files',
      () => '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    ],
    ['a script of ffmpeg', () => "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    [
      'a DASH manifest',
      () =>
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>${origin}/</BaseURL></Period></MPD>`,
    ],
    ['a page', () => '<!doctype html><script>alert(1)</script>'],
    [
      'a drawing',
      () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${origin}/x"/></svg>`,
    ],
    ['a session description', () => `v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`],
  ])('%s is refused and never followed', async (_name, content) => {
    expect(await reasonOf(content())).toBe('typeNotAllowed');
    expect(visited).toBe(0);
  });

  it('a playlist that points elsewhere is not opened by the encoder either, whatever it is called', async () => {
    const file = join(folder, 'playlist.mp4');
    await writeFile(file, `#EXTM3U\n#EXTINF:4,\n${origin}/s.ts\n#EXT-X-ENDLIST\n`);
    await expect(
      encode(
        [...inputOf(file, 'video/mp4'), 'out.mp4'],
        { file, folder, signal },
        { limits: encodingLimits(1_000) },
      ),
    ).rejects.toThrow(MediaRefused);
    expect(visited).toBe(0);
  });

  it('a playlist that points elsewhere reaches nothing even when the encoder is allowed to follow it', async () => {
    const made = await mkdtemp(join(folder, 'follow-'));
    const { code } = await runProgram(
      '/usr/bin/ffmpeg',
      ['-nostdin', '-i', `${origin}/s.ts`, 'out.mp4'],
      { readable: made, writable: made, limits: encodingLimits(1_000), signal },
    );
    expect(code).not.toBe(0);
    expect(visited).toBe(0);
  });
});

describe('a file that is no video', () => {
  it.each([
    ['ends in the middle', async () => (await readFile(await drawClip(folder))).subarray(0, 5_000)],
    [
      'has boxes of impossible sizes',
      async () =>
        Buffer.concat([
          fileType,
          Buffer.from('7fffffff6d6f6f76', 'hex'),
          Buffer.from('7fffffff7472616b', 'hex'),
          Buffer.alloc(4_000, 0xff),
        ]),
    ],
    [
      'nests boxes without end',
      async () =>
        Buffer.concat([
          fileType,
          Array.from({ length: 3_000 }).reduce<Buffer>(
            (inner) => box('moov', inner),
            Buffer.alloc(0),
          ),
        ]),
    ],
    ['is empty after its first line', async () => fileType],
    [
      'is noise behind a good first line',
      async () =>
        Buffer.concat([
          fileType,
          Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7_919) % 256)),
        ]),
    ],
  ])('a file is refused as a video because it %s', async (_name, content) => {
    expect(await reasonOf(await content())).toBe('damaged');
  });

  it('a video whose header promises a picture of 60000 by 60000 is refused before it takes memory', async () => {
    const video = await readFile(await drawClip(folder, { name: 'huge.mp4' }));
    const at = video.indexOf('avc1', video.indexOf('stsd')) + 4 + 24;
    video.writeUInt16BE(60_000, at);
    video.writeUInt16BE(60_000, at + 2);
    const sps = await inspect(video).then(
      (facts) => facts,
      (error: unknown) => error,
    );
    // The size in the stream itself wins over the box; whichever the reader believes, nothing huge
    // is made.
    if (sps instanceof MediaRefused) expect(['damaged', 'tooManyPixels']).toContain(sps.reason);
    else expect(sps).toMatchObject({ width: 640, height: 360 });
  });

  it('a file that is empty or random is refused as a video', async () => {
    expect(await reasonOf(Buffer.alloc(0))).toBe('typeNotAllowed');
    expect(await reasonOf(Buffer.alloc(100_000, 7))).toBe('typeNotAllowed');
  });
});

describe('an archive', () => {
  it('an archive upload of photos is taken', async () => {
    const photos = await zip((archive) =>
      ['a.jpg', 'pasta/b.jpg'].forEach((name) => archive.addBuffer(Buffer.from('x'), name)),
    );
    expect(await inspect(photos)).toMatchObject({
      kind: 'archive',
      contentType: 'application/zip',
      entries: 2,
    });
  });

  it.each([
    [
      'that unpacks to a thousand times its size',
      () => zip((archive) => archive.addBuffer(Buffer.alloc(30 * 1_024 ** 2), 'zeros')),
    ],
    [
      'that says it unpacks to more than any disk',
      async () => forgedZip('big', { unpackedBytes: 0xfffffffe }),
    ],
    [
      'of too many entries',
      () =>
        zip((archive) =>
          Array.from({ length: 2_001 }, (_, index) =>
            archive.addBuffer(Buffer.alloc(0), `f${index}`),
          ),
        ),
    ],
    ['that climbs out of its folder', async () => forgedZip('../../etc/cron.d/x')],
    ['with a path of the machine', async () => forgedZip('/etc/passwd')],
    ['with a link', async () => forgedZip('link', { attributes: 0o120777 << 16 })],
    ['locked with a password', async () => forgedZip('secret', { flags: 1 })],
    ['of nothing', () => zip(() => {})],
    ['cut off', async () => forgedZip('a').subarray(0, 60)],
  ])('%s is refused', async (_name, content) => {
    expect(await reasonOf(await content())).toBe('archiveRefused');
  });

  it('a document or a program is refused as an archive', async () => {
    const document = await zip((archive) =>
      ['[Content_Types].xml', 'word/document.xml'].forEach((name) =>
        archive.addBuffer(
          Buffer.from(
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          ),
          name,
        ),
      ),
    );
    expect(await reasonOf(document)).toBe('typeNotAllowed');
  });

  it('an archive hidden behind a picture stays a picture, and is rendered again', async () => {
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#808' },
    })
      .png()
      .toBuffer();
    const file = join(folder, 'both.png');
    await writeFile(file, Buffer.concat([picture, forgedZip('hidden')]));
    expect(await engine.inspect({ file, signal })).toMatchObject({
      kind: 'image',
      contentType: 'image/png',
    });
    const { renditions } = await engine.renderImage({ file, watermark: '' });
    for (const { content } of renditions) expect(content.includes('hidden')).toBe(false);
  });
});
