// The nightly sweep deletes expired rows and keeps the others.
import { DAY_SECONDS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const count = async (
  table: 'idempotency_keys' | 'notifications' | 'failing_items',
): Promise<number> => (await app.ctx.pool.query(`SELECT FROM ${table}`)).rowCount ?? 0;
const sweep = async (): Promise<void> => {
  for (const name of ['platform.sweep', 'notifications.sweep'] as const)
    await app.ctx.jobs.enqueue(app.ctx.db, name, {});
  await app.runJobs();
};
const daysAgo = (days: number): Date =>
  new Date(app.clock.now().getTime() - days * DAY_SECONDS * 1000);

test('idempotency keys are kept for thirty days', async () => {
  await app.ctx.pool.query('DELETE FROM idempotency_keys');
  for (const days of [29, 31, 400]) {
    await app.ctx.pool.query(
      `INSERT INTO idempotency_keys (profile_id, key, route, request_hash, created_at) VALUES ($1,
        $2, 'POST /x', '', $3)`,
      [app.fan.profileId, `key-of-${days}-days`, daysAgo(days)],
    );
  }
  await sweep();
  expect((await app.ctx.pool.query('SELECT key FROM idempotency_keys')).rows).toEqual([
    { key: 'key-of-29-days' },
  ]);
});

test('notifications that were read are stored for ninety days, unread ones for a year', async () => {
  await app.ctx.pool.query('DELETE FROM notifications');
  for (const [days, read] of [
    [89, true],
    [91, true],
    [91, false],
    [364, false],
    [366, false],
  ] as const) {
    await app.ctx.pool.query(
      `INSERT INTO notifications (id, profile_id, type, created_at, read_at)
        VALUES (gen_random_uuid(), $1, 'topUp',
        $2::timestamptz, CASE WHEN $3::boolean THEN $2::timestamptz END)`,
      [app.fan.profileId, daysAgo(days), read],
    );
  }
  await sweep();
  expect(await count('notifications')).toBe(3);
});

test('failures of items that no batch has loaded for ninety days are deleted', async () => {
  for (const days of [1, 91])
    await app.ctx.pool.query(`INSERT INTO failing_items VALUES ('test', $1, 1, $2, $2, 'x')`, [
      `item-${days}`,
      daysAgo(days),
    ]);
  await sweep();
  expect(await count('failing_items')).toBe(1);
});
