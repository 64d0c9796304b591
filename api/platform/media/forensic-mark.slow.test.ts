// The forensic mark of a bought copy survives common edits and never identifies another buyer.
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTAIN_SCORE, markCopy, traceCopy } from './forensic-mark.ts';
import { sandboxedMedia } from './sandboxed-media.ts';

const engine = sandboxedMedia();
afterAll(() => engine.close());
const key = Buffer.alloc(32, 7);
const buyers = Array.from({ length: 500 }, (_, number) => `media buyer-${number}`);
const bought = 'media buyer-137';
let original: Buffer;
let copy: Buffer;

const scene =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="900"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#204"/><stop offset="1" stop-color="#fb8"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#g)"/><circle cx="400" cy="380" r="260" fill="#e64" opacity=".7"/><rect x="760" y="120" width="220" height="640" fill="#135" opacity=".8"/></svg>`);

beforeAll(async () => {
  const grain = await sharp({
    create: {
      width: 1_280,
      height: 900,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  original = await sharp(scene)
    .composite([{ input: grain, blend: 'soft-light' }])
    .webp({ quality: 84 })
    .toBuffer();
  copy = await markCopy(engine, original, key, bought);
});

describe('a bought copy', () => {
  it('a bought copy looks like the original', async () => {
    const [one, other] = await Promise.all(
      [original, copy].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
    );
    const differences = (one ?? Buffer.alloc(0)).map((value, at) =>
      Math.abs(value - (other?.[at] ?? 0)),
    );
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(4);
  });

  it('a bought copy keeps its transparency', async () => {
    const cut = await sharp({
      create: { width: 300, height: 200, channels: 4, background: '#ff000000' },
    })
      .composite([
        {
          input: { create: { width: 100, height: 100, channels: 4, background: '#00ff00' } },
          left: 0,
          top: 0,
        },
      ])
      .webp()
      .toBuffer();
    const marked = await sharp(await markCopy(engine, cut, key, bought))
      .ensureAlpha()
      .extractChannel('alpha')
      .raw()
      .toBuffer();
    expect([marked[0], marked.at(-1)]).toEqual([255, 0]);
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['as it is', (picture) => picture],
    ['as a poor JPEG', (picture) => picture.jpeg({ quality: 40 })],
    ['at a third of its size', (picture) => picture.resize(420).jpeg({ quality: 70 })],
    ['lighter and with more contrast', (picture) => picture.linear(1.15, 12).jpeg({ quality: 80 })],
    ['blurred a little', (picture) => picture.blur(2).jpeg({ quality: 70 })],
    ['in grey', (picture) => picture.greyscale().jpeg({ quality: 75 })],
  ])('a bought copy is traced %s', async (_name, change) => {
    const found = await change(sharp(copy)).toBuffer();
    const [best, next] = await traceCopy(engine, found, original, key, buyers);
    expect(best?.copy).toBe(bought);
    expect(best?.score).toBeGreaterThan(CERTAIN_SCORE);
    expect(next?.score).toBeLessThan(CERTAIN_SCORE);
  });

  it('a copy without a mark, or with the mark of another installation, is not traced', async () => {
    for (const innocent of [
      await sharp(original).jpeg({ quality: 60 }).toBuffer(),
      await markCopy(engine, original, Buffer.alloc(32, 9), bought),
    ]) {
      const [best] = await traceCopy(engine, innocent, original, key, buyers);
      expect(best?.score).toBeLessThan(CERTAIN_SCORE);
    }
  });
});
