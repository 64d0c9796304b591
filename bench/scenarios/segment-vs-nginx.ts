// Bytes of a video per second of processor, over nginx sending the same bytes behind its own signed
// addresses.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../api/platform/database/free-port.ts';
import { startNginxBefore } from '../../api/testing/media/nginx.ts';
import { drawVideo } from '../clip.ts';
import { call } from '../content.ts';
import { cpuSecondsOf, cpuSecondsOfTree } from '../cpu.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { publishVideo } from '../videos.ts';
import { startNginx } from '../nginx.ts';
import type { SignedIn } from '../server.ts';
import { type Stage, onStage } from '../stage.ts';

const VIDEO_SECONDS = 12;
const ROUNDS = 6;
/** Pieces of each round: so many that differences of hundredths of a second are visible. */
const READS = 1_800;
const IDLE_MS = 6_000;
const CONNECTIONS = 8;
const ACCEL_PREFIX = '/protected';
const PRICE = 500;
/** More than come by within the seconds that Camarim remembers a right and a session. */
const VIEWERS = 1_000;
/**
 * A right is asked for every 25 s (serve-play.ts); in that time a player reads so many pieces of
 * picture, and of sound.
 */
const PIECES = 6;

type Piece = { url: string; headers: Record<string, string> };

/** Reads pieces on several connections; returns how many bytes came. */
const readAll = async (next: (connection: number) => Piece): Promise<number> => {
  let left = READS;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let bytes = 0;
  const once = ({ url, headers }: Piece) =>
    new Promise<void>((resolve, reject) => {
      get(url, { headers, agent }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`${url} answered ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => void (bytes += chunk.length));
        response.on('end', resolve);
      }).on('error', reject);
    });
  const keepReading = async (_: unknown, connection: number) => {
    for (; left > 0;) {
      left -= 1;
      await once(next(connection));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepReading));
  agent.destroy();
  return bytes;
};

/**
 * Bytes for each second of processor; `idle` is what the processes use of each second without
 * any reader.
 */
const rateOf = async (
  used: () => Promise<number>,
  next: (connection: number) => Piece,
  idle = 0,
): Promise<number> => {
  const [before, beganMs] = [await used(), performance.now()];
  const bytes = await readAll(next);
  const seconds = (await used()) - before - (idle * (performance.now() - beganMs)) / 1_000;
  return bytes / seconds;
};

/** Jobs and background work of the server run also without readers. */
const idleOf = async (used: () => Promise<number>): Promise<number> => {
  const [before, beganMs] = [await used(), performance.now()];
  await sleep(IDLE_MS);
  return ((await used()) - before) / ((performance.now() - beganMs) / 1_000);
};

type Video = { id: string; sizes: { video: number; sound: number } };
const NAMES = { video: 'whole/720p/0.m4s', sound: 'whole/audio/0.m4s' };

const baseOf = async ({ port }: Stage, person: SignedIn, id: string): Promise<string> => {
  const {
    medias: [media],
  } = (await call(port, person, 'GET', `/api/posts/${id}`)) as unknown as {
    medias: { m3u8: string | null }[];
  };
  return (media?.m3u8 ?? '').replace('master.m3u8', '');
};

/** Publishes a video that costs something. */
const publish = async (stage: Stage, folder: string, servedAt: number): Promise<Video> => {
  const [producer] = stage.producers;
  if (!producer) throw new Error('the fixtures have no producer');
  await drawVideo(join(folder, 'video.mp4'), VIDEO_SECONDS);
  const { id, look } = await publishVideo(stage.port, producer, join(folder, 'video.mp4'), {
    price: PRICE,
  });
  while ((await look()).status !== 'processed') await sleep(500);
  const base = await baseOf(stage, producer, id);
  const sizeOf = async (name: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${servedAt}${base}${name}`, {
      headers: { authorization: `Bearer ${producer.token}` },
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    const { byteLength } = await response.arrayBuffer();
    if (byteLength === 0) throw new Error(`${name} has no bytes`);
    return byteLength;
  };
  return { id, sizes: { video: await sizeOf(NAMES.video), sound: await sizeOf(NAMES.sound) } };
};

/** Every viewer buys the video and requests its playback address. */
const sell = async (stage: Stage, { id }: Video): Promise<{ base: string; person: SignedIn }[]> => {
  const viewers: { base: string; person: SignedIn }[] = [];
  for (const person of stage.fans) {
    const response = await fetch(`http://127.0.0.1:${stage.port}/api/posts/${id}/purchase`, {
      method: 'POST',
      body: JSON.stringify({ price: PRICE }),
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-origin': 'CAM',
        'content-type': 'application/json',
        'idempotency-key': `video-${person.profileId}`,
      },
    });
    if (!response.ok)
      throw new Error(`the purchase answered ${response.status}: ${await response.text()}`);
    viewers.push({ person, base: await baseOf(stage, person, id) });
  }
  return viewers;
};

/**
 * Pieces as players read them, each on a connection of its own: so many of picture and sound under
 * one right; then the next viewer comes.
 */
const playing = (
  viewers: { base: string; person: SignedIn }[],
  port: number,
  pieces = 2 * PIECES,
): ((connection: number) => Piece) => {
  let turns = 0;
  const places = Array.from({ length: CONNECTIONS }, () => ({ turn: 0, read: pieces }));
  return (connection) => {
    const place = places[connection] ?? { turn: 0, read: 0 };
    if (place.read >= pieces) {
      turns += 1;
      [place.turn, place.read] = [turns, 0];
    }
    const viewer = viewers[place.turn % viewers.length];
    const name = place.read % 2 === 0 ? NAMES.video : NAMES.sound;
    place.read += 1;
    // A cookie that Camarim ignores makes nginx request access again, as it would after 25 s.
    return {
      url: `http://127.0.0.1:${port}${viewer?.base}${name}`,
      headers: { cookie: `token=${viewer?.person.token}; turn=${place.turn}` },
    };
  };
};

const behindNginx = async (stage: Stage): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-segment-'));
  const nginx = await startNginx(folder);
  const beforePort = await freePort();
  const before = await startNginxBefore({
    folder: join(folder, 'before'),
    port: beforePort,
    upstreamPort: stage.port,
    home: stage.home,
  });
  try {
    const video = await publish(stage, folder, beforePort);
    await writeFile(join(folder, 'files', 'video'), randomBytes(video.sizes.video));
    await writeFile(join(folder, 'files', 'sound'), randomBytes(video.sizes.sound));
    const viewers = await sell(stage, video);
    const postgres = Number(
      (await readFile(join(stage.home, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split(
        '\n',
      )[0],
    );
    const played = playing(viewers, beforePort);
    const filling = playing(viewers.slice(0, 1), beforePort, Number.POSITIVE_INFINITY);
    let turn = 0;
    const nextOfNginx = (): Piece => ({
      url: nginx.addressOf((turn += 1) % 2 === 0 ? 'video' : 'sound'),
      headers: {},
    });
    const usedByUs = async () =>
      (
        await Promise.all([
          cpuSecondsOf(stage.pid),
          cpuSecondsOf(before.workerPid),
          cpuSecondsOfTree(postgres),
        ])
      ).reduce((sum, seconds) => sum + seconds, 0);
    const rates = { filling: [] as number[], played: [] as number[], nginx: [] as number[] };
    const idle = await idleOf(usedByUs);
    for (let round = 0; round <= ROUNDS; round += 1) {
      const theirs = await rateOf(() => cpuSecondsOf(nginx.workerPid), nextOfNginx);
      const [filled, asPlayed] = [
        await rateOf(usedByUs, filling, idle),
        await rateOf(usedByUs, played, idle),
      ];
      // The first warms all up.
      if (round === 0) continue;
      rates.filling.push(filled);
      rates.played.push(asPlayed);
      rates.nginx.push(theirs);
    }
    const how = `720p segments of ${Math.round(video.sizes.video / 1_024)} KiB and their sound of ${Math.round(video.sizes.sound / 1_024)} KiB in turn, ${CONNECTIONS} kept connections; nginx as documented sends the files and asks us for the right; processor time of nginx, of Camarim and of PostgreSQL together, less what they use idle (${idle.toFixed(2)}); median of ${ROUNDS} interleaved rounds of ${READS} pieces`;
    const over = 'bytes per second of processor over nginx alone with sendfile and secure_link';
    return [
      figureOf(
        'segment-vs-nginx',
        'ratio',
        ratios(rates.filling, rates.nginx),
        `${over}, one viewer without a pause, whose right is asked for every 25 s; ${how}`,
      ),
      figureOf(
        'segment-played-vs-nginx',
        'ratio',
        ratios(rates.played, rates.nginx),
        `${over}, ${VIEWERS} buyers in turn, each with a session of their own and a right asked for after every ${2 * PIECES} pieces, as often as players at their own pace make nginx ask; ${how}`,
      ),
    ];
  } finally {
    await before.stop();
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The same segment over and over, by its producer, with no web server before us. */
const direct = async (stage: Stage): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-segment-'));
  const nginx = await startNginx(folder);
  try {
    const video = await publish(stage, folder, stage.port);
    await writeFile(join(folder, 'files', 'video'), randomBytes(video.sizes.video));
    const [producer] = stage.producers;
    const url = `http://127.0.0.1:${stage.port}${producer && (await baseOf(stage, producer, video.id))}${NAMES.video}`;
    const rates = { ours: [] as number[], nginx: [] as number[] };
    const idle = await idleOf(() => cpuSecondsOf(stage.pid));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const theirs = await rateOf(
        () => cpuSecondsOf(nginx.workerPid),
        () => ({ url: nginx.addressOf('video'), headers: {} }),
      );
      const ours = await rateOf(
        () => cpuSecondsOf(stage.pid),
        () => ({ url, headers: { authorization: `Bearer ${producer?.token}` } }),
        idle,
      );
      if (round === 0) continue;
      rates.ours.push(ours);
      rates.nginx.push(theirs);
    }
    return [
      figureOf(
        'segment-direct-vs-nginx',
        'ratio',
        ratios(rates.ours, rates.nginx),
        `one 720p segment sent by us without a web server in front, over nginx with sendfile and secure_link; ${CONNECTIONS} kept connections, less what we use idle, median of ${ROUNDS} interleaved rounds of ${READS} pieces`,
      ),
    ];
  } finally {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

export const run = async (): Promise<Figure[]> => [
  ...(await onStage(
    {
      fans: VIEWERS,
      producers: 1,
      balance: PRICE,
      pages: false,
      settings: { CAMARIM_ACCEL_PREFIX: ACCEL_PREFIX, TRUST_PROXY: 'loopback' },
    },
    behindNginx,
  )),
  ...(await onStage({ fans: 0, producers: 1, balance: 0, pages: false }, direct)),
];
