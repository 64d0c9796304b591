// `npm run test:soak`: two worker processes, one of which stands still for longer than the queue
// waits.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type WorkersWorld, workersWorld } from './workers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let world: WorkersWorld;

beforeAll(async () => {
  world = await workersWorld(30);
});
afterAll(() => world.end());

test('a worker that stands still and is taken for dead is not joined by another', async () => {
  const { publishVideo, startWorker, untilEncoding, encodersOf, rowOf, app } = world;
  const id = await publishVideo();
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
      const { rows } = await app.ctx.pool.query<{ output: { message?: string } | null }>(
        `SELECT output FROM pgboss.job WHERE name = 'media.transcode' AND data->>'mediaId' = $1`,
        [id],
      );
      expect(rows[0]?.output?.message).toContain('held by other work');
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
