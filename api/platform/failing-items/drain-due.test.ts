// Work on due items: a failing one waits longer each time, is logged as an error, and does not
// delay the others.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { notPostponed } from './store.ts';
import { type DueWork, drainDue } from './drain-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => void (await app.ctx.pool.query('DELETE FROM failing_items')));

const job = 'test.work';
const logged: { failures?: number; itemId?: string }[] = [];
const platform = () => ({
  ...app.ctx,
  log: Object.assign(Object.create(app.ctx.log), {
    error: (line: object) => void logged.push(line),
  }),
});
/** Works on one batch; returns the items that were done. */
const run = async (
  items: string[],
  fails: (id: string) => boolean,
  options: Partial<DueWork<string>> = {},
): Promise<string[]> => {
  const done: string[] = [];
  await drainDue(
    platform(),
    { job, batch: Infinity, take: async () => items, idOf: String, ...options },
    async (id) => {
      if (fails(id)) throw new Error(`${id} is broken`);
      done.push(id);
    },
  );
  return done;
};
const offered = async (ids: string[]): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM unnest(${ids}::text[]) AS t(id)
    WHERE ${notPostponed(job, sql.ref('t.id'), app.clock.now())} ORDER BY id`.execute(app.ctx.db);
  return rows.map(({ id }) => id);
};

describe('a batch', () => {
  test.each([1, 3])(
    'a batch works on items behind one that fails, %i at once, and the next one leaves it out',
    async (atOnce) => {
      expect(await run(['a', 'b', 'c', 'd'], (id) => id === 'b', { atOnce })).toEqual([
        'a',
        'c',
        'd',
      ]);
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
      const { rows } = await app.ctx.pool.query<{ retry_at: Date }>(
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
    expect((await app.ctx.pool.query('SELECT FROM failing_items')).rowCount).toBe(0);
    await run(['a'], () => true);
    expect((await app.ctx.pool.query('SELECT failures FROM failing_items')).rows).toEqual([
      { failures: 1 },
    ]);
  });

  test('an aborted batch starts no further item', async () => {
    const stop = new AbortController();
    const abort = () => {
      stop.abort();
      return false;
    };
    const done = await run(['a', 'b'], abort, { signal: stop.signal });
    expect(done).toEqual(['a']);
  });

  test('the batch fails as a whole when a failure can’t be recorded', async () => {
    const { db } = app.ctx;
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
      drainDue(away, { job, batch: 1, take: async () => ['a'], idOf: String }, () =>
        Promise.reject(new Error('x')),
      ),
    ).rejects.toThrow('no database');
  });
});

describe('batches of two', () => {
  const due = ['a', 'b', 'c', 'd', 'e'];
  test.each<{
    title: string;
    due?: string[];
    options?: Partial<DueWork<string>>;
    failing?: string[];
    idle?: string[];
    worked: string;
    batches: number;
  }>([
    { title: 'follow each other until a smaller one', worked: 'abcde', batches: 3 },
    { title: 'end with an empty one', due: ['a', 'b'], worked: 'ab', batches: 2 },
    { title: 'need nothing due', due: [], worked: '', batches: 1 },
    { title: 'go on behind failing items', failing: ['a', 'b'], worked: 'abcde', batches: 3 },
    { title: 'go on where one item made progress', idle: ['a', 'c'], worked: 'abcde', batches: 3 },
    { title: 'end where no item made progress', idle: ['a', 'b'], worked: 'ab', batches: 1 },
    {
      title: 'end after so many without progress in a row',
      options: { idleBatches: 2 },
      idle: ['a', 'b', 'c', 'd'],
      worked: 'abcd',
      batches: 2,
    },
    {
      title: 'count those without progress again after one with progress',
      due: [...due, 'f', 'g', 'h'],
      options: { idleBatches: 2 },
      idle: ['a', 'b', 'e', 'f', 'g', 'h'],
      worked: 'abcdefgh',
      batches: 4,
    },
    { title: 'end at the most of a run', options: { most: 4 }, worked: 'abcd', batches: 2 },
  ])('$title', async ({ due: all = due, options, failing = [], idle = [], worked, batches }) => {
    const left = [...all];
    const lasts: (string | null)[] = [];
    let done = '';
    await drainDue(
      platform(),
      {
        job,
        batch: 2,
        take: async (_now, last) => {
          lasts.push(last);
          return left.splice(0, 2);
        },
        idOf: String,
        ...options,
      },
      async (id) => {
        done += id;
        if (failing.includes(id)) throw new Error(`${id} is broken`);
        return !idle.includes(id);
      },
    );
    expect(done).toBe(worked);
    expect(lasts).toEqual([null, ...['b', 'd', 'f'].slice(0, batches - 1)]);
  });
});
