// A worker process killed in the middle of a video: its work is done by another.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type WorkersWorld, workersWorld } from './workers.ts';

vi.setConfig({ testTimeout: 300_000 });

let world: WorkersWorld;

beforeAll(async () => {
  world = await workersWorld(10);
});
afterAll(() => world.end());

test('a worker killed with kill -9 takes its encoder along, and another worker repeats the encoding', async () => {
  const { publishVideo, startWorker, untilEncoding, encodersOf, rowOf, app } = world;
  const id = await publishVideo();
  const first = await startWorker();
  await untilEncoding(id);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await expect.poll(() => encodersOf(id)).toEqual(new Set());
  expect(await rowOf(id)).toMatchObject({ status: 'processing', under_way: true });
  // Its last heartbeat, so that the next is not waited for: the jobs' own tests see to that.
  await app.ctx.pool.query(
    "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'media.transcode'",
  );
  await startWorker();
  await expect
    .poll(() => rowOf(id), { timeout: 120_000 })
    .toMatchObject({
      status: 'processed',
      tries: 2,
      last_error_code: 'media.workerLost',
    });
  const { rows } = await app.ctx.pool.query<{ name: string }>(
    `SELECT phase || ' ' || name AS name FROM media_streams WHERE media_id = $1 ORDER BY position`,
    [id],
  );
  expect(rows.map(({ name }) => name)).toEqual(['whole 240p', 'whole 360p', 'whole audio']);
});
