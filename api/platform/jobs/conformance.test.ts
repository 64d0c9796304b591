// What every adapter of background jobs must do, with a real database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@camarim/contract/time';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { pgBossJobs, type PgBossJobsOptions } from './pg-boss.ts';
import type { JobOptions, Jobs } from './port.ts';

type Payloads = { greet: { who: string }; fold: { account?: string }; grind: { id: string } };

const quiet = { info() {}, warn() {}, error() {}, debug() {} };
const basics = { retries: 3, backoffSeconds: 1, expireSeconds: 60, concurrency: 1 };
/** For what happens as soon as the machine gets to it. */
const LATER_MS = 60_000;

describe('pg-boss', () => {
  let database: TestDatabase;
  const running: Jobs<Payloads>[] = [];

  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.stop();
  });

  const made = (options: Partial<PgBossJobsOptions> = {}): Jobs<Payloads> => {
    const jobs = pgBossJobs<Payloads>({
      databaseUrl: database.url,
      log: quiet,
      stopTimeoutMs: 2_000,
      ...options,
    });
    running.push(jobs);
    return jobs;
  };

  /** A started instance with one job. */
  const withGreet = async (
    work: boolean,
    handler: (data: { who: string }) => Promise<void>,
    options: Partial<JobOptions<{ who: string }>> = {},
  ): Promise<Jobs<Payloads>> => {
    const jobs = made();
    jobs.define('greet', { ...basics, ...options }, handler);
    await jobs.start({ work });
    return jobs;
  };

  test('many jobs are added by one statement, wake the worker, and leave out a singleton key that is taken', async () => {
    const greeted: string[] = [];
    const jobs = made({ pollSeconds: 3_600 });
    jobs.define('greet', { ...basics, singletonKey: ({ who }) => who }, async ({ who }) => {
      greeted.push(who);
    });
    await jobs.start({ work: true });
    await database.db
      .transaction()
      .execute((tx) =>
        jobs.enqueueMany(tx, 'greet', [{ who: 'Ana' }, { who: 'Bia' }, { who: 'Ana' }]),
      );
    await expect.poll(() => greeted.toSorted(), { interval: 5 }).toEqual(['Ana', 'Bia']);
  });

  test('a worker runs a committed job at its NOTIFY, without waiting for the next poll', async () => {
    const greeted: string[] = [];
    const jobs = made({ pollSeconds: 3_600 });
    jobs.define('greet', basics, async ({ who }) => void greeted.push(who));
    await jobs.start({ work: true });
    await database.db.transaction().execute((tx) => jobs.enqueue(tx, 'greet', { who: 'Ana' }));
    await expect.poll(() => greeted, { interval: 5 }).toEqual(['Ana']);
  });

  test('a rolled back transaction leaves no job', async () => {
    const jobs = await withGreet(false, async () => {});
    const failing = database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, 'greet', { who: 'rolled back' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await jobs.list()).toEqual([]);
  });

  test('a process that does not work leaves jobs to one that does', async () => {
    const enqueueing = await withGreet(false, async () => expect.unreachable());
    await enqueueing.enqueue(database.db, 'greet', { who: 'Bia' });
    const greeted: string[] = [];
    await withGreet(true, async ({ who }) => void greeted.push(who));
    await expect.poll(() => greeted).toEqual(['Bia']);
  });

  test('a backlog drains without waiting for the poll between two jobs', async () => {
    const greeted: string[] = [];
    const enqueueing = await withGreet(false, async () => {});
    for (let count = 0; count < 40; count++)
      await enqueueing.enqueue(database.db, 'greet', { who: String(count) });
    const working = made({ pollSeconds: 3_600 });
    working.define(
      'greet',
      { ...basics, concurrency: 2 },
      async ({ who }) => void greeted.push(who),
    );
    await working.start({ work: true });
    await expect.poll(() => greeted).toHaveLength(40);
  });

  test('a failed attempt is tried again and knows which one it is', async () => {
    const attempts: { number: number; last: boolean }[] = [];
    const jobs = made();
    jobs.define('greet', { ...basics, retries: 1 }, async (_data, { number, last }) => {
      attempts.push({ number, last });
      if (!last) throw new Error('not yet');
    });
    await jobs.start({ work: true });
    await jobs.enqueue(database.db, 'greet', { who: 'Caio' });
    await expect
      .poll(() => attempts)
      .toEqual([
        { number: 1, last: false },
        { number: 2, last: true },
      ]);
  });

  test('a job is failed and its handler is called after the last failed attempt', async () => {
    const gaveUp: string[] = [];
    const failing = async (): Promise<void> => Promise.reject(new Error('broken'));
    const jobs = await withGreet(true, failing, {
      retries: 0,
      exhausted: async ({ who }) => void gaveUp.push(who),
    });
    await jobs.enqueue(database.db, 'greet', { who: 'Davi' });
    await expect.poll(() => gaveUp).toEqual(['Davi']);
    expect(await jobs.list({ name: 'greet' })).toMatchObject([
      { state: 'failed', error: 'broken', data: { who: 'Davi' } },
    ]);
  });

  test('a job for later waits until its time', async () => {
    const greeted: string[] = [];
    const jobs = await withGreet(true, async ({ who }) => void greeted.push(who));
    const id = await jobs.enqueue(
      database.db,
      'greet',
      { who: 'later' },
      { startAfter: new Date(Date.now() + HOUR_MS) },
    );
    await jobs.enqueue(database.db, 'greet', { who: 'now' });
    await expect.poll(() => greeted).toEqual(['now']);
    expect(await jobs.list({ state: 'created' })).toMatchObject([{ id }]);
    await database.pool.query('UPDATE pgboss.job SET start_after = now() WHERE id = $1', [id]);
    await expect.poll(() => greeted).toEqual(['now', 'later']);
  });

  test('a singleton key lets one job wait or run at a time, and another when it is over', async () => {
    const options = { singletonKey: ({ who }: { who: string }) => who };
    const jobs = await withGreet(false, async () => {}, options);
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Eva' })).not.toBeNull();
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Eva' })).toBeNull();
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Fábio' })).not.toBeNull();
    await jobs.runDue(new Date());
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Eva' })).not.toBeNull();
  });

  test('two workers never run the same job, nor two of one singleton key, at once', async () => {
    const active = new Set<string>();
    let overlaps = 0;
    let done = 0;
    const handler = async ({ who }: { who: string }): Promise<void> => {
      if (active.has(who)) overlaps += 1;
      active.add(who);
      await sleep(15);
      active.delete(who);
      done += 1;
    };
    const options = { singletonKey: ({ who }: { who: string }) => who, concurrency: 3 };
    const first = await withGreet(true, handler, options);
    const second = await withGreet(true, handler, options);
    let accepted = 0;
    // As long as it takes until keys were taken again after their jobs.
    for (let count = 0; count < 60 || accepted < 20; count++) {
      const ids = await Promise.all(
        [first, second].map((jobs) => jobs.enqueue(database.db, 'greet', { who: `k${count % 4}` })),
      );
      accepted += ids.filter(Boolean).length;
      await sleep(4);
    }
    await expect.poll(() => done).toBe(accepted);
    expect(overlaps).toBe(0);
  });

  test('the job of a worker killed with kill -9 is run by another once its heartbeat is ten seconds old', async () => {
    const worker = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../testing/job-worker.ts'), database.url],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    // Also when the test fails: the test runner does not end while it runs.
    onTestFinished(() => void worker.kill('SIGKILL'));
    const jobs = made();
    const finished: { id: string; number: number }[] = [];
    jobs.define(
      'grind',
      { ...basics, expireSeconds: 3_600 },
      async ({ id }, { number }) => void finished.push({ id, number }),
    );
    await once(worker.stdout, 'data');
    await jobs.start({ work: false });
    // Listened for before there is a job: the worker may begin it before we know that it is
    // enqueued.
    const begun = once(worker.stdout, 'data') as Promise<[Buffer]>;
    await jobs.enqueue(database.db, 'grind', { id: 'g1' });
    const [line] = await begun;
    expect(line.toString()).toContain('began g1');
    await jobs.stop();
    worker.kill('SIGKILL');
    // Not the hour that the job may take.
    await database.pool.query(
      "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'grind'",
    );
    await jobs.start({ work: true });
    await expect.poll(() => finished).toEqual([{ id: 'g1', number: 2 }]);
  });

  test('stopping the jobs waits for the running job and starts no other', async () => {
    const greeted: string[] = [];
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const jobs = made({ stopTimeoutMs: LATER_MS });
    jobs.define('greet', basics, async ({ who }) => {
      begun.resolve();
      await ended.promise;
      greeted.push(who);
    });
    await jobs.start({ work: true });
    await jobs.enqueue(database.db, 'greet', { who: 'first' });
    await jobs.enqueue(database.db, 'greet', { who: 'second' });
    await begun.promise;
    const stopped = jobs.stop();
    ended.resolve();
    await stopped;
    expect(greeted).toEqual(['first']);
  });

  test('stopping the jobs aborts a job that takes too long, which is then retried elsewhere', async () => {
    const jobs = made();
    let aborted = false;
    jobs.define('greet', basics, async (_data, { signal }) => {
      await sleep(20_000, undefined, { signal }).catch(() => {
        aborted = true;
      });
    });
    await jobs.start({ work: true });
    await jobs.enqueue(database.db, 'greet', { who: 'slow' });
    await expect.poll(() => jobs.list({ state: 'active' })).toHaveLength(1);
    await jobs.stop();
    expect(aborted).toBe(true);
    const next = await withGreet(false, async () => {});
    expect(await next.list()).toMatchObject([{ state: 'retry' }]);
  });

  test('changed settings reach the queue of an earlier release', async () => {
    await (await withGreet(false, async () => {}, { retries: 1 })).stop();
    const jobs = await withGreet(false, async () => Promise.reject(new Error('no')), {
      retries: 0,
    });
    await jobs.enqueue(database.db, 'greet', { who: 'Gil' });
    await jobs.runDue(new Date());
    expect(await jobs.list()).toMatchObject([{ state: 'failed' }]);
  });

  test('a queue keeps its kind: a job that gains a singleton key needs a new name', async () => {
    await withGreet(false, async () => {});
    await expect(withGreet(false, async () => {}, { singletonKey: () => 'x' })).rejects.toThrow(
      'new name',
    );
  });

  test('an operator lists, retries and cancels jobs', async () => {
    let broken = true;
    const jobs = await withGreet(
      false,
      async () => (broken ? Promise.reject(new Error('down')) : undefined),
      { retries: 0 },
    );
    await jobs.enqueue(database.db, 'greet', { who: 'Hugo' });
    await jobs.runDue(new Date());
    const [failed] = await jobs.list({ state: 'failed' });
    expect(failed).toMatchObject({ name: 'greet', error: 'down' });
    broken = false;
    await jobs.retry('greet', failed?.id ?? '');
    expect(await jobs.runDue(new Date())).toMatchObject([{ error: null }]);
    const id = await jobs.enqueue(database.db, 'greet', { who: 'Iara' });
    await jobs.cancel('greet', id ?? '');
    expect(await jobs.list({ state: 'cancelled' })).toMatchObject([{ id }]);
    expect(await jobs.runDue(new Date())).toEqual([]);
  });

  test('a waiting job is withdrawn by its singleton key, so that another can be enqueued at once', async () => {
    const options = {
      singletonKey: ({ who }: { who: string }) => who,
      retries: 3,
      backoffSeconds: 3_600,
    };
    const jobs = await withGreet(false, async () => Promise.reject(new Error('later')), options);
    const id = await jobs.enqueue(database.db, 'greet', { who: 'Joana' });
    await jobs.enqueue(database.db, 'greet', { who: 'Léo' });
    await jobs.runDue(new Date());
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Joana' })).toBeNull();
    await database.db.transaction().execute((tx) => jobs.withdraw(tx, 'greet', { who: 'Joana' }));
    expect(await jobs.list({ state: 'cancelled' })).toMatchObject([{ id }]);
    expect(await jobs.list({ state: 'retry' })).toMatchObject([{ data: { who: 'Léo' } }]);
    expect(await jobs.enqueue(database.db, 'greet', { who: 'Joana' })).not.toBeNull();
  });

  describe('runDue', () => {
    const noon = new Date('2026-01-15T12:00:00Z');
    const one = new Date('2026-01-15T13:00:00Z');

    test('runDue uses the given time, not the database clock', async () => {
      const greeted: string[] = [];
      const jobs = await withGreet(false, async ({ who }) => void greeted.push(who));
      await jobs.enqueue(database.db, 'greet', { who: 'at one' }, { startAfter: one });
      await jobs.enqueue(database.db, 'greet', { who: 'at once' });
      await jobs.runDue(noon);
      expect(greeted).toEqual(['at once']);
      await jobs.runDue(one);
      expect(greeted).toEqual(['at once', 'at one']);
    });

    test('runDue also runs jobs that jobs enqueue, and a failing job once per call', async () => {
      const tried: string[] = [];
      const jobs = made();
      jobs.define('greet', basics, async ({ who }) => {
        tried.push(who);
        await jobs.enqueue(database.db, 'grind', { id: who });
      });
      jobs.define('grind', basics, async ({ id }) => {
        tried.push(`grind ${id}`);
        throw new Error('no');
      });
      await jobs.start({ work: false });
      await jobs.enqueue(database.db, 'greet', { who: 'J' });
      expect(await jobs.runDue(noon)).toMatchObject([
        { name: 'greet', error: null },
        { name: 'grind', error: { message: 'no' } },
      ]);
      await jobs.runDue(noon);
      expect(tried).toEqual(['J', 'grind J', 'grind J']);
    });
  });

  test('a cron job is scheduled once, and its schedule goes when the job no longer has one', async () => {
    const schedules = async (): Promise<unknown[]> =>
      (await database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule')).rows;
    for (let start = 0; start < 2; start++) {
      const jobs = made();
      jobs.define('fold', { ...basics, cron: '*/5 * * * *' }, async () => {});
      await jobs.start({ work: true });
      expect(await schedules()).toEqual([
        { name: 'fold', cron: '*/5 * * * *', timezone: 'America/Sao_Paulo' },
      ]);
      await jobs.stop();
    }
    const jobs = made();
    jobs.define('grind', basics, async () => {});
    await jobs.start({ work: true });
    expect(await schedules()).toEqual([]);
  });
});
