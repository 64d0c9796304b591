// How many pairs of different pictures are taken for the same one, and how many changed copies are
// not found: by PDQ with its published limit, and by the 64-bit hash that it took the place of. The
// pictures are generated: clouds with the spectrum of photos, and drawings of shapes, as abstract
// as those of the demo. The same of plain pictures by their tighter limit: those drawings and the
// demo's in the dark, smooth gradients, spots on one colour, and lines of text on one.
import sharp, { type Sharp } from 'sharp';
import { drawArt } from '../../../api/demo/art.ts';
import {
  isFlat,
  PDQ_PLAIN_SAME_BITS,
  PDQ_QUALITY_MIN,
  PDQ_SAME_BITS,
  pdqDistance,
  pdqOf,
} from '../../../api/platform/media/pdq.ts';
import { distance, hashOf } from '../../../api/platform/media/perceptual-hash.ts';
import type { PictureHash } from '../../../api/platform/media/port.ts';
import { type Figure, figureOf } from '../../figure.ts';

const PICTURES = 1_000;
const COPIES = 150;
const CARDS = 100;
const SIDE = 256;
/** What `resemblesBlocked` allows of 64 bits. */
const OLD_SAME_BITS = 8;
const MILLION = 1_000_000;

let state = 20_261_124;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

/** Noise of every size, the larger the stronger. */
const clouds = async (): Promise<Buffer> => {
  const sum = new Float32Array(SIDE * SIDE * 3);
  for (let cells = 2; cells <= SIDE; cells *= 2) {
    const noise = Buffer.from(Array.from({ length: cells * cells * 3 }, () => random(256)));
    const layer = await sharp(noise, { raw: { width: cells, height: cells, channels: 3 } })
      .resize(SIDE, SIDE, { kernel: 'cubic', fit: 'fill' })
      .raw()
      .toBuffer();
    layer.forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + (value - 128) / cells;
    });
  }
  const pixels = Buffer.from(sum.map((value) => Math.max(0, Math.min(255, 128 + value * 2))));
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
};

const colour = (): string => `#${(random(0xffffff) | 0x080808).toString(16).padStart(6, '0')}`;

const drawing = (): Promise<Buffer> => {
  const shapes = Array.from({ length: 4 + random(12) }, () =>
    random(2)
      ? `<circle cx="${random(SIDE)}" cy="${random(SIDE)}" r="${10 + random(60)}" fill="${colour()}"/>`
      : `<rect x="${random(SIDE)}" y="${random(SIDE)}" width="${10 + random(120)}" height="${10 + random(120)}" fill="${colour()}"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${colour()}"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

type Picture = { pdq: PictureHash; old: bigint; content: Buffer };

const hashed = async (content: Buffer): Promise<Picture> => ({
  content,
  pdq: await pdqOf(sharp(content)),
  old: await hashOf(sharp(content)),
});

const CHANGES: readonly ((image: Sharp) => Sharp)[] = [
  (image) => image.resize(96),
  (image) => image.jpeg({ quality: 25 }),
  (image) => image.blur(2).linear(1.1, 6),
  (image) => image.greyscale(),
  (image) => image.flop(),
  (image) => image.rotate(90),
];

const matches = (one: Picture, other: Picture) => ({
  pdq: one.pdq.variants.some((hash) => pdqDistance(hash, other.pdq.hash) <= PDQ_SAME_BITS),
  old: distance(one.old, other.old) <= OLD_SAME_BITS,
});

const draw = (content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${colour()}"/>${content}</svg>`,
    ),
  )
    .jpeg({ quality: 90 })
    .toBuffer();

const inTheDark = (content: Buffer): Promise<Buffer> =>
  sharp(content)
    .linear([0.25, 0.12, 0.06][random(3)] ?? 0, 4)
    .jpeg({ quality: 90 })
    .toBuffer();

const WORDS = [
  'casa',
  'mesa',
  'livro',
  'porta',
  'verde',
  'janela',
  'cidade',
  'mar',
  'tempo',
  'dia',
];
const word = (): string => WORDS[random(WORDS.length)] ?? '';
/** On the same ground, as the cards of one producer are. */
const card = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="480" height="480" fill="#222"/><text x="240" y="240" font-size="28" text-anchor="middle" fill="#eee">${word()} ${word()} ${word()}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

const PLAIN_KINDS: readonly ((number: number) => Promise<Buffer>)[] = [
  async () => inTheDark(await drawing()),
  async () => inTheDark(await clouds()),
  async (number) => inTheDark(await drawArt(number, { width: SIDE, height: SIDE })),
  (number) => drawArt(number, { width: SIDE, height: SIDE }),
  () =>
    draw(
      `<linearGradient id="g" x1="${random(100) / 100}" y1="${random(100) / 100}" x2="${random(100) / 100}" y2="${random(100) / 100}"><stop offset="0" stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>`,
    ),
  () =>
    draw(
      `<circle cx="${random(SIDE)}" cy="${random(SIDE)}" r="${10 + random(50)}" fill="${colour()}"/>`,
    ),
];

const isPlain = ({ pdq: { hash, quality } }: Picture): boolean =>
  quality < PDQ_QUALITY_MIN && !isFlat(hash);

const RECOMPRESSED: readonly ((image: Sharp) => Sharp)[] = [
  (image) => image.jpeg({ quality: 85 }),
  (image) => image.webp({ quality: 82 }),
  (image) => image.resize(SIDE / 2).jpeg({ quality: 85 }),
  (image) => image.flop().jpeg({ quality: 85 }),
];

const isSame = (one: Picture, other: Picture, bits = PDQ_PLAIN_SAME_BITS): boolean =>
  one.pdq.variants.some((hash) => pdqDistance(hash, other.pdq.hash) <= bits);

const countPairs = (pictures: readonly Picture[]): { pairs: number; same: number } => {
  let [pairs, same] = [0, 0];
  pictures.forEach((one, index) => {
    for (const other of pictures.slice(index + 1)) {
      pairs += 1;
      same += Number(isSame(one, other));
    }
  });
  return { pairs, same };
};

/** The missed copies of images of a quality from `above` on. */
const missedAmong = async (pictures: readonly Picture[], above: number): Promise<Figure> => {
  const some = pictures.filter(({ pdq }) => pdq.quality >= above).slice(0, COPIES);
  let [copies, missed] = [0, 0];
  for (const one of some)
    for (const change of RECOMPRESSED) {
      copies += 1;
      const copy = await hashed(await change(sharp(one.content)).toBuffer());
      missed += Number(!isSame(one, copy));
    }
  return figureOf(
    `hash-plain-${above}-missed-copies`,
    '%',
    [(missed / copies) * 100],
    `${copies} copies of ${some.length} plain pictures of a quality from ${above} to ${PDQ_QUALITY_MIN - 1}, recompressed as JPEG and WebP, made smaller, and mirrored, within ${PDQ_PLAIN_SAME_BITS} bits`,
  );
};

const runPlain = async (): Promise<Figure[]> => {
  const all: Picture[] = [];
  for (let made = 0; made < PICTURES; made += 1)
    all.push(await hashed(await (PLAIN_KINDS[made % PLAIN_KINDS.length] ?? drawing)(made)));
  const pictures = all.filter(isPlain);
  const cards: Picture[] = [];
  for (let made = 0; made < CARDS; made += 1) cards.push(await hashed(await card()));
  const { pairs, same } = countPairs(pictures);
  const ofCards = countPairs(cards.filter(isPlain));
  return [
    figureOf(
      'hash-plain-false-positives',
      'per million pairs',
      [(same / pairs) * MILLION],
      `${pictures.length} of ${PICTURES} generated pictures with a quality below ${PDQ_QUALITY_MIN} that are not flat, ${pairs} pairs, each in its 8 turns, within ${PDQ_PLAIN_SAME_BITS} bits; of ${ofCards.pairs} pairs of small words on the same ground: ${((ofCards.same / ofCards.pairs) * 100).toPrecision(2)} %`,
    ),
    await missedAmong(pictures, 0),
    await missedAmong(pictures, 10),
    await missedAmong(pictures, 35),
  ];
};

export const run = async (): Promise<Figure[]> => {
  const all: Picture[] = [];
  for (let made = 0; made < PICTURES; made += 1)
    all.push(await hashed(await (made % 2 ? clouds() : drawing())));
  const pictures = all.filter(({ pdq: { quality } }) => quality >= PDQ_QUALITY_MIN);
  const wrong = { pdq: 0, old: 0 };
  let pairs = 0;
  pictures.forEach((one, index) => {
    for (const other of pictures.slice(index + 1)) {
      pairs += 1;
      const found = matches(one, other);
      wrong.pdq += Number(found.pdq);
      wrong.old += Number(found.old);
    }
  });
  const missed = { pdq: 0, old: 0 };
  let copies = 0;
  for (const one of pictures.slice(0, COPIES))
    for (const change of CHANGES) {
      copies += 1;
      const found = matches(one, await hashed(await change(sharp(one.content)).toBuffer()));
      missed.pdq += Number(!found.pdq);
      missed.old += Number(!found.old);
    }
  const how = `${pictures.length} of ${PICTURES} generated pictures with quality ${PDQ_QUALITY_MIN} or more, ${pairs} pairs, each in its 8 turns; the 64-bit hash, upright: ${((wrong.old / pairs) * MILLION).toPrecision(3)}`;
  const howCopies = `${copies} copies that were made smaller, recompressed, blurred and brighter, grey, mirrored or turned; the 64-bit hash, upright: ${((missed.old / copies) * 100).toPrecision(3)}`;
  return [
    figureOf('hash-false-positives', 'per million pairs', [(wrong.pdq / pairs) * MILLION], how),
    figureOf('hash-missed-copies', '%', [(missed.pdq / copies) * 100], howCopies),
    ...(await runPlain()),
  ];
};
