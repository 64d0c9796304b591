// Calls that move money answer a repeated key with their first reply; waiting repeats hold no
// connection.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { type Connection, connectDatabase } from '../database/database.ts';
import { type IdempotentRequest, once } from './idempotency.ts';

const CONNECTIONS = 3;
const REPEATS = 12;

let app: TestApp;
let small: Connection;
beforeAll(async () => {
  app = await testApp();
  small = connectDatabase(app.ctx.pool.options.connectionString ?? '', { max: CONNECTIONS });
});
afterAll(() => small.close());

const call = (key: string): IdempotentRequest => ({
  profileId: app.fan.profileId,
  key,
  route: 'POST /funds',
  request: { amount: 1 },
  now: app.clock.now(),
});

describe('more repeats of a running call than connections', () => {
  test('repeated calls wait without a connection and get the reply of the first', async () => {
    const [key, work] = [randomUUID(), Promise.withResolvers<void>()];
    let runs = 0;
    const effect = async () => {
      runs += 1;
      await work.promise;
      return { run: runs };
    };
    const replies = Array.from({ length: REPEATS }, () => once(small.db, call(key), effect));
    await expect.poll(() => runs).toBe(1);
    // All the connections but that of the first are there for others, at once and together.
    const others = await Promise.all(
      Array.from({ length: CONNECTIONS - 1 }, (_, index) =>
        sql<{ index: number }>`SELECT ${index}::integer AS index FROM pg_sleep(0.05)`.execute(
          small.db,
        ),
      ),
    );
    expect(others.map(({ rows }) => rows[0]?.index)).toEqual([0, 1]);
    work.resolve();
    expect(await Promise.all(replies)).toEqual(Array.from({ length: REPEATS }, () => ({ run: 1 })));
    expect(runs).toBe(1);
  });

  test('one of the repeated calls does the work when the first is refused', async () => {
    const [key, work] = [randomUUID(), Promise.withResolvers<void>()];
    let runs = 0;
    const effect = async () => {
      runs += 1;
      if (runs > 1) return { run: runs };
      await work.promise;
      throw new Error('refused');
    };
    const replies = Promise.allSettled(
      Array.from({ length: REPEATS }, () => once(small.db, call(key), effect)),
    );
    await expect.poll(() => runs).toBe(1);
    work.resolve();
    const ended = await replies;
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(ended.filter((one) => one.status === 'fulfilled').map(({ value }) => value)).toEqual(
      Array.from({ length: REPEATS - 1 }, () => ({ run: 2 })),
    );
  });

  test('a repeated key with another request or route is refused', async () => {
    const key = randomUUID();
    await once(small.db, call(key), async () => 'done');
    for (const other of [{ request: { amount: 2 } }, { route: 'POST /funds/tips' }]) {
      await expect(
        once(small.db, { ...call(key), ...other }, async () => 'again'),
      ).rejects.toMatchObject({ code: 'request.idempotencyMismatch' });
    }
  });
});
