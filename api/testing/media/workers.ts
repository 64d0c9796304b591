// Real worker processes on the database and storage of a test, and what they are at.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaId } from '@camarim/contract/ids';
import { expect, vi } from 'vitest';
import { upload } from '../../api-client.ts';
import { drawClip } from '../../platform/media/video/clips.ts';
import { type TestApp, testApp } from '../app.ts';
import { databaseUrlOf } from '../run-command.ts';
import { freePort } from '../../platform/database/free-port.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const ENCODING_MS = 120_000;

export type WorkRow = {
  status: string;
  tries: number;
  encoding: boolean;
  under_way: boolean;
  last_error_code: string | null;
};

export type WorkersWorld = {
  app: TestApp;
  /** `node api/main.ts` as an operator starts it to spread the work. */
  startWorker(): Promise<ChildProcess>;
  /** Publishes a video that takes some seconds to encode; no worker runs yet. */
  publishVideo(): Promise<MediaId>;
  rowOf(id: MediaId): Promise<WorkRow | undefined>;
  /**
   * Copies of the original that an encoder is reading right now, from the command lines of all that
   * runs.
   */
  encodersOf(id: MediaId): Promise<Set<string>>;
  /** Until the long work has begun. */
  untilEncoding(id: MediaId): Promise<void>;
  end(): Promise<void>;
};

const drawVideo = async (seconds: number): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-workers-'));
  try {
    return await readFile(
      await drawClip(folder, {
        seconds,
        size: '640x360',
        rate: 25,
        output: [
          '-vf',
          'noise=alls=20:allf=t',
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-b:v',
          '4M',
          '-pix_fmt',
          'yuv420p',
        ],
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Call it in `beforeAll`, and `end` in `afterAll`: it kills what was started. Its video has so many
 * seconds.
 */
export const workersWorld = async (seconds: number): Promise<WorkersWorld> => {
  const workers: ChildProcess[] = [];
  const [app, video] = await Promise.all([testApp(), drawVideo(seconds)]);
  const rowOf = async (id: MediaId): Promise<WorkRow | undefined> =>
    (
      await app.ctx.pool.query<WorkRow>(
        'SELECT status, tries, encoding_asked_at IS NOT NULL AS encoding, try_began_at IS NOT NULL AND try_ended_at IS NULL AS under_way, last_error_code FROM media WHERE id = $1',
        [id],
      )
    ).rows[0];
  const encodersOf = async (id: MediaId): Promise<Set<string>> => {
    const lines = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    return new Set(
      lines
        .filter((line) => line.split('\0')[0]?.endsWith('ffmpeg'))
        .flatMap((line) => line.match(new RegExp(`${id}\\.[0-9a-f-]{36}`)) ?? []),
    );
  };
  return {
    app,
    rowOf,
    encodersOf,
    end: async () => {
      for (const worker of workers) {
        if (worker.exitCode !== null || worker.signalCode !== null) continue;
        const ended = once(worker, 'exit');
        worker.kill('SIGKILL');
        await ended;
      }
    },
    startWorker: async () => {
      const worker = spawn(process.execPath, [MAIN], {
        env: {
          PATH: process.env['PATH'],
          NODE_NO_WARNINGS: '1',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          CAMARIM_ENV: 'test',
          CAMARIM_ROLE: 'worker',
          CAMARIM_HOME: app.ctx.config.home,
          DATABASE_URL: await databaseUrlOf(app),
          LOG_LEVEL: 'error',
          CAMARIM_COUNTRY: 'ZZ',
          HOST: '127.0.0.1',
          PORT: String(await freePort()),
          PIX_BASE_URL: 'http://127.0.0.1:9',
          PIX_CLIENT_ID: 'none',
          PIX_CLIENT_SECRET: 'none',
          PIX_KEY: 'none',
          PIX_WEBHOOK_SECRET: 'secret of the worker test',
        },
        // What a killed worker leaves behind must not hold our streams open.
        stdio: 'ignore',
      });
      workers.push(worker);
      return worker;
    },
    publishVideo: async () => {
      const key = await upload(app.server, app.producer, video, 'video/mp4');
      const {
        medias: [media],
      } = await app.producer.call('POST /posts', {
        body: { medias: [{ key, contentType: 'video/mp4' }] },
      });
      return media?.id as MediaId;
    },
    untilEncoding: (id) =>
      vi.waitFor(
        async () => {
          expect(await rowOf(id)).toMatchObject({
            status: 'processing',
            encoding: true,
            under_way: true,
            tries: 1,
          });
          expect((await encodersOf(id)).size).toBe(1);
        },
        { timeout: ENCODING_MS, interval: 100 },
      ),
  };
};
