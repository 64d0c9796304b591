// From the last byte of an upload to the first seconds that play.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawVideo } from '../clip.ts';
import { type Figure, figureOf } from '../figure.ts';
import { publishVideo } from '../videos.ts';
import { type Stage, onStage } from '../stage.ts';

const SECONDS = 60;
const ROUNDS = 3;
const LOOK_EVERY_MS = 50;

const measure = async ({ port, producers, database }: Stage): Promise<Figure[]> => {
  const [producer] = producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const folder = await mkdtemp(join(tmpdir(), 'camarim-first-'));
  const rounds: number[] = [];
  try {
    await drawVideo(join(folder, 'video.mp4'), SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { sentAtMs, look } = await publishVideo(port, producer, join(folder, 'video.mp4'));
      let media = await look();
      while (media.m3u8 === null) {
        await sleep(LOOK_EVERY_MS);
        media = await look();
      }
      const base = media.m3u8.slice(0, media.m3u8.lastIndexOf('/') + 1);
      for (const name of [
        'master.m3u8',
        '240p.m3u8',
        'key',
        'first/240p/init.mp4',
        'first/240p/0.m4s',
      ]) {
        const response = await fetch(`http://127.0.0.1:${port}${base}${name}`, {
          headers: { authorization: `Bearer ${producer.token}` },
        });
        if (!response.ok) throw new Error(`${name} answered ${response.status}`);
        await response.arrayBuffer();
      }
      rounds.push((performance.now() - sentAtMs) / 1_000);
      // The long work goes on; the next round begins on idle cores.
      while ((await look()).status !== 'processed') await sleep(500);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { rows } = await database.query<{ videos: string }>('SELECT count(*) AS videos FROM media');
  return [
    figureOf(
      'first-playable-s',
      's',
      rounds,
      `from the last byte of a ${SECONDS} s video of 1080p (9 Mbit/s) until its first segment and key were read by HTTP: completing the upload, publishing, looking at the file in its sandbox, encoding six seconds; median of ${rows[0]?.videos} videos, nothing else running`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 0, producers: 1, balance: 0, pages: false }, measure);
