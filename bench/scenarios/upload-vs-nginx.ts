// Bytes of uploads per second of processor, over nginx writing the same bytes behind its own signed
// addresses.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../content.ts';
import { cpuSecondsOf } from '../cpu.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { startNginx } from '../nginx.ts';
import { type Stage, onStage } from '../stage.ts';

const PART_BYTES = 5 * 1_024 * 1_024;
const PARTS = 40;
const PARALLEL = 5;
const ROUNDS = 6;

const put = (url: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: 'PUT', headers: { 'content-length': content.length } },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode && response.statusCode < 300
            ? resolve()
            : reject(new Error(`answered ${response.statusCode}`)),
        );
      },
    );
    sending.on('error', reject);
    sending.end(content);
  });

const putAll = async (urls: string[], content: Buffer): Promise<number> => {
  const waiting = [...urls];
  const keepSending = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await put(url, content);
  };
  await Promise.all(Array.from({ length: PARALLEL }, keepSending));
  return urls.length * content.length;
};

const measure = async ({ port, pid, producers }: Stage): Promise<Figure[]> => {
  const [producer] = producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const folder = await mkdtemp(join(tmpdir(), 'camarim-upload-'));
  const nginx = await startNginx(folder);
  const content = randomBytes(PART_BYTES);
  const rates = { ours: [] as number[], nginx: [] as number[] };
  const rateOf = async (of: number, urls: string[]): Promise<number> => {
    const before = await cpuSecondsOf(of);
    const bytes = await putAll(urls, content);
    return bytes / ((await cpuSecondsOf(of)) - before);
  };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const theirs = await rateOf(
        nginx.workerPid,
        Array.from({ length: PARTS }, (_, part) => nginx.addressOf(`${round}-${part}`)),
      );
      const begun = (await call(
        port,
        producer,
        'GET',
        `/api/auth/multi-upload/x/${PARTS}?contentType=video/mp4&size=${PARTS * PART_BYTES}`,
      )) as unknown as { key: string; uploadId: string; parts: { url: string }[] };
      const ours = await rateOf(
        pid,
        begun.parts.map(({ url }) => `http://127.0.0.1:${port}${url}`),
      );
      await call(
        port,
        producer,
        'DELETE',
        `/api/auth/multi-upload?key=${encodeURIComponent(begun.key)}&uploadId=${begun.uploadId}`,
      );
      // The first warms both up.
      if (round === 0) continue;
      rates.ours.push(ours);
      rates.nginx.push(theirs);
    }
  } finally {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const how = `${PARTS} parts of 5 MiB, ${PARALLEL} at a time, processor time of the server alone; ours flushes each part to the disk before it answers, nginx does not; median of ${ROUNDS} interleaved rounds`;
  return [
    figureOf(
      'upload-vs-nginx',
      'ratio',
      ratios(rates.ours, rates.nginx),
      `bytes per second of processor over nginx with secure_link and PUT; ${how}`,
    ),
    figureOf(
      'upload-mb-per-cpu-s',
      'MB',
      rates.ours.map((rate) => rate / 1e6),
      how,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 0, producers: 1, balance: 0, pages: false }, measure);
