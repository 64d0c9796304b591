// Bytes of a film per second of processor, over nginx sending the same bytes behind its own signed addresses.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawFilm } from '../clip.ts';
import { cpuSecondsOf } from '../cpu.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { publishFilm } from '../films.ts';
import { type Extra, type Nginx, startNginx } from '../nginx.ts';
import { type Stage, onStage } from '../stage.ts';

const FILM_SECONDS = 12;
const ROUNDS = 6;
const ROUND_MS = 2_500;
const CONNECTIONS = 8;
const NGINX_PORT = 4_391;
const ACCEL_PREFIX = '/protected';

/** Reads the address over and over on several connections; answers how many bytes came. */
const readFor = async (url: string, headers: Record<string, string>): Promise<number> => {
  const untilMs = performance.now() + ROUND_MS;
  let bytes = 0;
  const once = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => void (bytes += chunk.length));
        response.on('end', resolve);
      }).on('error', reject);
    });
  const keepReading = async () => {
    while (performance.now() < untilMs) await once();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepReading));
  return bytes;
};

const rateOf = async (pids: readonly number[], read: () => Promise<number>): Promise<number> => {
  const used = async () => (await Promise.all(pids.map(cpuSecondsOf))).reduce((sum, seconds) => sum + seconds, 0);
  const before = await used();
  const bytes = await read();
  return bytes / ((await used()) - before);
};

/** Publishes a film; answers where a segment of it is, and how long. */
const segmentOf = async ({ port, producers }: Stage, folder: string, servedAt: number): Promise<{ path: string; bytes: number }> => {
  const [producer] = producers;
  if (!producer) throw new Error('nobody publishes');
  await drawFilm(join(folder, 'film.mp4'), FILM_SECONDS);
  const { look } = await publishFilm(port, producer, join(folder, 'film.mp4'));
  while ((await look()).status !== 'processed') await sleep(500);
  const path = (await look()).m3u8?.replace('master.m3u8', 'whole/720p/0.m4s') ?? '';
  const response = await fetch(`http://127.0.0.1:${servedAt}${path}`, { headers: { authorization: `Bearer ${producer.token}` } });
  if (!response.ok) throw new Error(`the segment answered ${response.status}`);
  return { path, bytes: (await response.arrayBuffer()).byteLength };
};

/** The same film as nginx gives it for us: we check the right at each read and name the file, nginx sends it. */
const inFront = ({ port, home }: Stage): Extra => ({
  upstreamPort: port,
  locations: `
    location /media/ { proxy_pass http://application; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
    location ${ACCEL_PREFIX}/ { internal; alias ${home}/blobs/; }`,
});

type Way = { name: string; settings: Record<string, string>; accelerated: boolean };

const compare = (way: Way) => async (stage: Stage): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-segment-'));
  const nginx: Nginx = await startNginx(folder, NGINX_PORT, way.accelerated ? inFront(stage) : null);
  try {
    const { path, bytes } = await segmentOf(stage, folder, way.accelerated ? nginx.port : stage.port);
    await writeFile(join(nginx.folder, 'files', 'segment'), randomBytes(bytes));
    const headers = { authorization: `Bearer ${stage.producers[0]?.token}` };
    const url = `http://127.0.0.1:${way.accelerated ? nginx.port : stage.port}${path}`;
    const pids = way.accelerated ? [stage.pid, nginx.workerPid] : [stage.pid];
    const rates = { ours: [] as number[], nginx: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const theirs = await rateOf([nginx.workerPid], () => readFor(nginx.addressOf('segment'), {}));
      const ours = await rateOf(pids, () => readFor(url, headers));
      // The first warms both up.
      if (round === 0) continue;
      rates.ours.push(ours);
      rates.nginx.push(theirs);
    }
    const how = `one segment of ${Math.round(bytes / 1_024)} KiB of the 720p quality, ${CONNECTIONS} readers, processor time of the servers alone, session, right and signature checked at each read${way.accelerated ? ', nginx in front sends what we name (X-Accel-Redirect)' : ', sent by us without a web server in front'}, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
    return [figureOf(way.name, 'ratio', ratios(rates.ours, rates.nginx), `bytes per second of processor over nginx with sendfile and secure_link; ${how}`), figureOf(`${way.name}-mb-per-cpu-s`, 'MB', rates.ours.map((rate) => rate / 1e6), how)];
  } finally {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const PEOPLE = { fans: 0, producers: 1, balance: 0, pages: false };
const WAYS: Way[] = [
  { name: 'segment-vs-nginx', settings: { CAMARIM_ACCEL_PREFIX: ACCEL_PREFIX }, accelerated: true },
  { name: 'segment-direct-vs-nginx', settings: {}, accelerated: false },
];

export const run = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const way of WAYS) figures.push(...(await onStage({ ...PEOPLE, settings: way.settings }, compare(way))));
  return figures;
};
