// A failing item of a batch waits longer each time, is logged as an error, and does not delay other
// items.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { notPostponed } from './store.ts';
import { workOnEach } from './work-on-each.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => void (await app.platform.pool.query('DELETE FROM failing_items')));

const work = 'test.work';
const logged: { failures?: number; itemId?: string }[] = [];
const platform = () => ({
  ...app.platform,
  log: Object.assign(Object.create(app.platform.log), {
    error: (line: object) => void logged.push(line),
  }),
});
const run = (items: string[], fails: (id: string) => boolean, atOnce = 1, signal?: AbortSignal) =>
  workOnEach(platform(), { work, items, idOf: String, atOnce, signal }, async (id) => {
    if (fails(id)) throw new Error(`${id} is broken`);
    return id;
  });
const offered = async (ids: string[]): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM unnest(${ids}::text[]) AS t(id) WHERE ${notPostponed(work, sql.ref('t.id'), app.clock.now())} ORDER BY id`.execute(
    app.platform.db,
  );
  return rows.map(({ id }) => id);
};

describe('a batch', () => {
  test.each([1, 3])(
    'does the items behind one that fails, %i at once, and leaves the failing one out of the next batch',
    async (atOnce) => {
      expect(await run(['a', 'b', 'c', 'd'], (id) => id === 'b', atOnce)).toEqual(['a', 'c', 'd']);
      expect(await offered(['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
      app.clock.advance(60_000);
      expect(await offered(['b'])).toEqual(['b']);
    },
  );

  test('a failing item waits longer each time, up to six hours, and each failure is logged as an error', async () => {
    logged.length = 0;
    const waits: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      await run(['a'], () => true);
      const { rows } = await app.platform.pool.query<{ retry_at: Date }>(
        'SELECT retry_at FROM failing_items',
      );
      waits.push(((rows[0]?.retry_at.getTime() ?? 0) - app.clock.now().getTime()) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
    expect(logged.map(({ itemId, failures }) => [itemId, failures])).toEqual(
      waits.map((_, index) => ['a', index + 1]),
    );
  });

  test('an item that succeeded starts again with the shortest wait', async () => {
    await run(['a'], () => true);
    await run(['a'], () => true);
    await run(['a'], () => false);
    expect((await app.platform.pool.query('SELECT FROM failing_items')).rowCount).toBe(0);
    await run(['a'], () => true);
    expect((await app.platform.pool.query('SELECT failures FROM failing_items')).rows).toEqual([
      { failures: 1 },
    ]);
  });

  test('an aborted batch starts no further item', async () => {
    const stop = new AbortController();
    const done = await workOnEach(
      platform(),
      { work, items: ['a', 'b'], idOf: String, signal: stop.signal },
      async (id) => {
        stop.abort();
        return id;
      },
    );
    expect(done).toEqual(['a']);
  });

  test('the batch fails as a whole when a failure can’t be recorded', async () => {
    const { db } = app.platform;
    const away = {
      ...platform(),
      db: Object.assign(Object.create(db), {
        selectFrom: db.selectFrom.bind(db),
        getExecutor: () => {
          throw new Error('no database');
        },
      }),
    };
    await expect(
      workOnEach(away, { work, items: ['a'], idOf: String }, () => Promise.reject(new Error('x'))),
    ).rejects.toThrow('no database');
  });
});
