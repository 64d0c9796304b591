// Real worker processes on one film: killed in the middle, its work is done by another; taken for dead, it is not joined by another.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaId } from '@camarim/contract/ids';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { upload } from '../../../person.ts';
import { drawClip } from '../../../platform/media/video/clips.ts';
import { freePort } from '../../../testing/bank.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let app: TestApp;
let folder: string;
let film: Buffer;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-workers-'));
  app = await testApp();
  film = await readFile(await drawClip(folder, { seconds: 14, size: '1280x720', rate: 25, output: ['-vf', 'noise=alls=20:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '4M', '-pix_fmt', 'yuv420p'] }));
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `node api/main.ts` as an operator starts it to spread the work, on the test's database and storage. */
const startWorker = async (): Promise<ChildProcess> => {
  const { rows } = await app.platform.pool.query<{ name: string }>('SELECT current_database() AS name');
  const { host, port, user, password } = app.platform.pool.options;
  const url = app.platform.pool.options.connectionString ?? `postgresql://${user}:${String(password)}@${host}:${port}/${rows[0]?.name}`;
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../../main.ts')], {
    env: {
      PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', CAMARIM_ENV: 'test', CAMARIM_ROLE: 'worker', CAMARIM_HOME: app.platform.config.home, DATABASE_URL: url, LOG_LEVEL: 'error', CAMARIM_COUNTRY: 'ZZ',
      HOST: '127.0.0.1', PORT: String(await freePort()), PIX_BASE_URL: 'http://127.0.0.1:9', PIX_CLIENT_ID: 'none', PIX_CLIENT_SECRET: 'none', PIX_KEY: 'none', PIX_WEBHOOK_SECRET: 'secret of the worker test',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  workers.push(worker);
  return worker;
};

const publishFilm = async (): Promise<MediaId> => {
  const key = await upload(app.server, app.producer, film, 'video/mp4');
  const { medias: [media] } = await app.producer.call('POST /posts', { body: { medias: [{ key, contentType: 'video/mp4' }] } });
  return media?.id as MediaId;
};

type Row = { status: string; tries: number; encoding: boolean; under_way: boolean; last_error_code: string | null };
const rowOf = async (id: MediaId): Promise<Row | undefined> =>
  (await app.platform.pool.query<Row>('SELECT status, tries, encoding_asked_at IS NOT NULL AS encoding, try_began_at IS NOT NULL AND try_ended_at IS NULL AS under_way, last_error_code FROM media WHERE id = $1', [id])).rows[0];

/** Copies of the original that an encoder is reading right now, from the command lines of all that runs. */
const encodersOf = async (id: MediaId): Promise<Set<string>> => {
  const lines = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return new Set(lines.filter((line) => line.split('\0')[0]?.endsWith('ffmpeg')).flatMap((line) => line.match(new RegExp(`${id}\\.[0-9a-f-]{36}`)) ?? []));
};
const untilEncoding = (id: MediaId) =>
  vi.waitFor(
    async () => {
      expect(await rowOf(id)).toMatchObject({ status: 'processing', encoding: true, under_way: true, tries: 1 });
      expect((await encodersOf(id)).size).toBe(1);
    },
    { timeout: 120_000, interval: 100 },
  );
const streamsOf = async (id: MediaId) => (await app.platform.pool.query<{ name: string; phase: string }>('SELECT name, phase FROM media_streams WHERE media_id = $1 ORDER BY position', [id])).rows.map(({ name, phase }) => `${phase} ${name}`);

const WHOLE = ['whole 240p', 'whole 360p', 'whole 480p', 'whole 720p', 'whole audio'];

test('a worker killed with kill -9 takes its encoder with it; another does the work once more, from the encoding on', async () => {
  const id = await publishFilm();
  const first = await startWorker();
  await untilEncoding(id);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await vi.waitFor(async () => expect(await encodersOf(id)).toEqual(new Set()), { timeout: 2_000 });
  expect(await rowOf(id)).toMatchObject({ status: 'processing', under_way: true });
  await startWorker();
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ status: 'processed', tries: 2, last_error_code: 'media.workerLost' }), { timeout: 120_000, interval: 500 });
  expect(await streamsOf(id)).toEqual(WHOLE);
});

test('a worker that stands still and is taken for dead is not joined by another', async () => {
  const id = await publishFilm();
  const first = await startWorker();
  await untilEncoding(id);
  await startWorker();
  first.kill('SIGSTOP');
  let together = 0;
  const count = async () => void (together = Math.max(together, (await encodersOf(id)).size));
  // The queue misses it after ten seconds of silence and gives its job away.
  await vi.waitFor(
    async () => {
      await count();
      const { rows } = await app.platform.pool.query<{ output: { message?: string } | null }>(`SELECT output FROM pgboss.job WHERE name = 'media.transcode' AND data->>'mediaId' = $1`, [id]);
      expect(rows[0]?.output?.message).toContain('held by somebody else');
    },
    { timeout: 120_000, interval: 200 },
  );
  expect(await rowOf(id)).toMatchObject({ under_way: true, tries: 1 });
  first.kill('SIGCONT');
  // It finishes, or finds its job gone and lets go; either way the next begins after its end.
  await vi.waitFor(
    async () => {
      await count();
      expect((await rowOf(id))?.under_way).toBe(false);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(together).toBe(1);
});
