// Abstract pictures for the demo, the same for a seed: light, rings and prisms. Nothing human,
// nothing downloaded.
import sharp from 'sharp';

/** A small generator (mulberry32), so that a seed always draws the same. */
const randomOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Brush = { random: () => number; width: number; height: number; colours: readonly string[] };

const PALETTES = [
  ['#ff9a8b', '#6a3093', '#3a1c5c', '#c0396f', '#ffd08a'],
  ['#ffd08a', '#0f6e84', '#14324f', '#b8526b', '#f7e3b2'],
  ['#f7b2d9', '#1bcedf', '#5b247a', '#241338', '#7597de'],
  ['#7597de', '#d4418e', '#2b1055', '#ffb4a2', '#9ad1d4'],
  ['#c2476f', '#ffc46b', '#2d1640', '#7d2d6b', '#ff7a59'],
  ['#4bd39b', '#1d2b53', '#0c7489', '#ffe1a8', '#e26d5c'],
  ['#e8d7ff', '#6247aa', '#102b3f', '#a594f9', '#ff6f91'],
  ['#f4f1de', '#3d405b', '#81b29a', '#e07a5f', '#1b1b2f'],
] as const;

const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;
const between = (random: () => number, low: number, high: number): number =>
  low + random() * (high - low);

/** Soft lamps in the dark. */
const lamps = ({ random, width, height, colours }: Brush): string =>
  Array.from({ length: 6 }, (_, index) => {
    const radius = between(random, 0.25, 0.7) * Math.max(width, height);
    return `<radialGradient id="l${index}"><stop offset="0" stop-color="${pick(random, colours)}" stop-opacity="${between(random, 0.65, 0.95)}"/><stop offset="1" stop-color="${pick(random, colours)}" stop-opacity="0"/></radialGradient>
    <ellipse cx="${random() * width}" cy="${random() * height}" rx="${radius}" ry="${radius * between(random, 0.5, 1)}" fill="url(#l${index})" transform="rotate(${between(random, -40, 40)} ${width / 2} ${height / 2})"/>`;
  }).join('');

/** Echoing rings from beyond an edge. */
const rings = ({ random, width, height, colours }: Brush): string => {
  const [cx, cy] = [between(random, 0.1, 0.9) * width, between(random, 0.85, 1.25) * height];
  const step = between(random, 0.045, 0.09) * Math.max(width, height);
  const circles = Array.from(
    { length: 22 },
    (_, index) =>
      `<circle cx="${cx}" cy="${cy}" r="${(22 - index) * step}" fill="${colours[index % colours.length]}" opacity="0.93"/>`,
  );
  return `${circles.join('')}${lamps({ random, width, height, colours: [colours[0] ?? '#fff', '#0b0710'] })}`;
};

/** A prism: wedges that fan out of one point, as light does through glass. */
const prism = ({ random, width, height, colours }: Brush): string => {
  const [x, y] = [between(random, 0.2, 0.8) * width, between(random, 0.15, 0.75) * height];
  const reach = 2 * Math.hypot(width, height);
  const turn = random() * Math.PI * 2;
  const wedges = 150;
  return Array.from({ length: wedges }, (_, index) => {
    const from = turn + (index / wedges) * Math.PI * 2;
    const to = turn + ((index + 1.04) / wedges) * Math.PI * 2;
    const at = (index / wedges) * colours.length;
    return `<path d="M${x} ${y} L${x + Math.cos(from) * reach} ${y + Math.sin(from) * reach} L${x + Math.cos(to) * reach} ${y + Math.sin(to) * reach} Z" fill="${blend(colours[Math.floor(at) % colours.length] ?? '#000', colours[(Math.floor(at) + 1) % colours.length] ?? '#000', at % 1)}"/>`;
  }).join('');
};

/** Curtains: waves over waves. */
const waves = ({ random, width, height, colours }: Brush): string =>
  Array.from({ length: 9 }, (_, index) => {
    const base = ((index + 0.4) / 9) * height;
    const swing = between(random, 0.03, 0.13) * height;
    const phase = random() * Math.PI * 2;
    const turns = between(random, 2.2, 3.6) * Math.PI;
    const points = Array.from(
      { length: 41 },
      (_, step) => `${(step / 40) * width},${base + Math.sin(phase + (step / 40) * turns) * swing}`,
    );
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${colours[index % colours.length]}" opacity="0.82"/>`;
  }).join('');

const blend = (left: string, right: string, share: number): string => {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(left, at) * (1 - share) + channel(right, at) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

const STYLES = [lamps, prism, rings, waves, lamps, prism] as const;

/** A JPEG of the given size. */
export const drawArt = async (
  seed: number,
  { width, height }: { width: number; height: number },
): Promise<Buffer> => {
  const random = randomOf(seed * 7_919);
  const colours = [...pick(random, PALETTES)].sort(() => random() - 0.5);
  const draw = pick(random, STYLES);
  const softness = draw === prism ? 0.012 : draw === lamps ? 0.02 : 0.0015;
  const picture = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours[2]}"/>${draw({ random, width, height, colours })}</svg>`,
  );
  // A little grain keeps smooth gradients from showing bands.
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png()
    .toBuffer();
  return sharp(picture)
    .blur(Math.max(0.4, softness * Math.min(width, height)))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
};
