// The counts of each day equal the tables, whatever happened and whenever it was counted. What they
// should be is reckoned from all rows, without the statements that count.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayCounts } from '../../assemble.ts';
import { dayAfter, dayOf, spanOfDay } from '../../platform/clock/days.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { readCounted, reckonDay } from '../../testing/subscriptions/day-counts.ts';
import { listings } from '../listings/index.ts';
import { endPeriodsOf } from '../subscriptions/index.ts';
import { countDays } from './count-days.ts';
import { rebuildDays } from './index.ts';

const HISTORIES = 12;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await app.ctx.pool.query<Row>(text, values)).rows;
const count = () => countDays(app.ctx.db, dayCounts(), app.clock.now());

/** Compares every day from the first account on. */
const expectEqual = async (): Promise<void> => {
  const all = await readCounted(app.ctx.pool);
  const found = Map.groupBy(
    await query<{ day: string; figure: string; part: string; count: number }>(
      'SELECT day::text, figure, part, count FROM day_counts',
    ),
    ({ day }) => day,
  );
  const now = app.clock.now();
  const first = all.members.reduce((one, other) => (other < one ? other : one), now);
  for (let day = dayOf(first); day <= dayOf(now); day = dayAfter(day)) {
    const { from, to } = spanOfDay(day);
    const rows = (found.get(day) ?? []).map(({ figure, part, count: number }): [string, number] => [
      part ? `${figure} ${part}` : figure,
      number,
    ]);
    expect([day, Object.fromEntries(rows)]).toEqual([
      day,
      reckonDay(all, from, to < now ? to : now),
    ]);
  }
};

const join = async (): Promise<ProfileId> => {
  const [userId, profileId] = [newId(), newId()];
  const name = `pessoa${profileId.slice(-12)}`;
  await query(
    'INSERT INTO users (id, email, created_at) VALUES ($1, $2, $3)',
    userId,
    `${name}@example.com`,
    app.clock.now(),
  );
  await query(
    'INSERT INTO profiles (id, user_id, domain_name, display_name, created_at) VALUES ($1, $2, $3::text, $3::text, $4)',
    profileId,
    userId,
    name,
    app.clock.now(),
  );
  return profileId as ProfileId;
};
const list = (id: ProfileId) =>
  query(
    'INSERT INTO profile_listings (profile_id, listed_at) VALUES ($1, $2)',
    id,
    app.clock.now(),
  );
/** As the removal of the account does. */
const unlist = async (id: ProfileId, db = app.ctx.db): Promise<void> => {
  for (const { by } of listings.personalData ?? [])
    if (by && by !== 'removal')
      for (const erase of by) await erase({ ...app.ctx, db }, id, app.services);
};

/** One subscription with the time that was paid for; months may be paid in advance. */
const subscribe = async (fanId: ProfileId, producerId: ProfileId) => {
  const id = newId();
  const now = app.clock.now();
  await query(
    `INSERT INTO subscriptions (id, fan_id, producer_id, price_centavos, anchor_at, paid_until,
      created_at) VALUES ($1, $2, $3, 1000, $4, $4, $4)`,
    id,
    fanId,
    producerId,
    now,
  );
  let paidUntil = now;
  const transfers: TransferId[] = [];
  const add = async (ms: number, paid: boolean): Promise<void> => {
    const at = app.clock.now();
    const [row] = await query<{ at: Date }>(
      'SELECT paid_until AS at FROM subscriptions WHERE id = $1',
      id,
    );
    const start = row && row.at > at ? row.at : at;
    paidUntil = new Date(start.getTime() + ms);
    const transferId = paid ? (newId() as TransferId) : null;
    if (transferId) transfers.push(transferId);
    await query(
      `INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
        transfer_id, created_at)
       VALUES ($1, $2, tstzrange($3, $4), $5, $6, $7, $8)`,
      newId(),
      id,
      start,
      paidUntil,
      paid ? 1 : 0,
      paid ? 1_000 : 0,
      transferId,
      at,
    );
    await query(
      'UPDATE subscriptions SET paid_until = $2, months_paid = months_paid + 1 WHERE id = $1',
      id,
      paidUntil,
    );
  };
  return {
    pay: (days: number) => add(days * DAY_MS, true),
    tryFree: () => add(2 * DAY_MS, false),
    /**
     * Takes back the payments from one on, also those of time to come. The last one first: what
     * follows a payment that is taken back moves by whole months, and these are of days.
     */
    refund: (place: number) =>
      transaction(app.ctx.db, async (tx) => {
        const taken = transfers.slice(place % Math.max(1, transfers.length));
        for (const transferId of taken.toReversed()) await endPeriodsOf(app.ctx, tx, [transferId]);
      }),
  };
};

const report = async (reporter: ProfileId, hours: number): Promise<void> => {
  const decided = app.clock.now();
  await query(
    `INSERT INTO reports (id, reporter_id, target_kind, target_id, reason, created_at, due_at,
      decided_at, outcome, decided_by)
     VALUES ($1, $2, 'profile', $2, 'other', $3, $4, $4, 'dismissed', $2)`,
    newId(),
    reporter,
    new Date(decided.getTime() - hours * HOUR_MS),
    decided,
  );
};

const place = fc.nat({ max: 5 });
const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('join' as const), place }),
    fc.record({ act: fc.constant('unlist' as const), place }),
    fc.record({ act: fc.constant('pay' as const), place, days: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ act: fc.constant('refund' as const), place, which: place }),
    fc.record({ act: fc.constant('report' as const), place, days: place }),
    fc.record({ act: fc.constant('wait' as const), hours: fc.constantFrom(0.2, 1, 5, 13, 24, 50) }),
    fc.record({ act: fc.constant('count' as const) }),
  ),
  { minLength: 10, maxLength: 40 },
);

test(`the counts equal the tables after each of ${HISTORIES} random histories with removals and refunds`, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (acts) => {
      const producers = await Promise.all([join(), join()]);
      const fans = await Promise.all([join(), join(), join()]);
      await Promise.all(producers.map(list));
      const subscriptions = await Promise.all(
        producers.flatMap((producer) => fans.map((fan) => subscribe(fan, producer))),
      );
      await subscriptions[0]?.tryFree();
      for (const step of acts) {
        if (step.act === 'join') await list(await join());
        else if (step.act === 'unlist')
          await unlist(producers[step.place % producers.length] as ProfileId);
        else if (step.act === 'pay') await subscriptions[step.place]?.pay(step.days);
        else if (step.act === 'refund') await subscriptions[step.place]?.refund(step.which);
        else if (step.act === 'report') await report(fans[0], step.days * 7);
        else if (step.act === 'wait') app.clock.advance(step.hours * HOUR_MS);
        else await count();
      }
      await count();
      await expectEqual();
    }),
    { numRuns: HISTORIES },
  );
  expect(await rebuildDays(app.ctx.db, dayCounts(), app.clock.now())).toEqual([]);
});

describe('with days that are counted', () => {
  /** Noon of a later day in São Paulo. */
  const nextNoon = () =>
    app.clock.set(new Date(spanOfDay(dayOf(app.clock.now())).to.getTime() + 12 * HOUR_MS));
  const membersOn = async (day: string): Promise<number> =>
    (
      await query<{ count: number }>(
        `SELECT count FROM day_counts WHERE day = $1 AND figure = 'newMembers'`,
        day,
      )
    )[0]?.count ?? 0;

  test('an account of the last minute before midnight in São Paulo is counted on that day', async () => {
    nextNoon();
    const day = dayOf(app.clock.now());
    const { to: midnight } = spanOfDay(day);
    app.clock.set(new Date(midnight.getTime() + 2 * MINUTE_MS));
    await count();
    const counted = await membersOn(day);
    app.clock.set(new Date(midnight.getTime() - MINUTE_MS));
    await join();
    app.clock.set(midnight);
    await join();
    app.clock.set(new Date(midnight.getTime() + 10 * MINUTE_MS));
    await count();
    expect([await membersOn(day), await membersOn(dayAfter(day))]).toEqual([counted + 1, 1]);
    await expectEqual();
  });

  test('the removal of an account has the day counted again on which the producer was approved', async () => {
    const producer = await join();
    await list(producer);
    app.clock.advance(40 * DAY_MS);
    await count();
    await expectEqual();
    await unlist(producer);
    await count();
    await expectEqual();
    expect(await query('SELECT FROM stale_days')).toEqual([]);
  });

  test('a count that began before a change is committed does not clear its mark', async () => {
    const producer = await join();
    await list(producer);
    app.clock.advance(2 * DAY_MS);
    await count();
    const day = dayOf(new Date(app.clock.now().getTime() - 2 * DAY_MS));
    await query('INSERT INTO stale_days (day) VALUES ($1)', day);
    await transaction(app.ctx.db, async (tx) => {
      await unlist(producer, tx as unknown as Database);
      await count();
    });
    expect(await query('SELECT day::text FROM stale_days')).toEqual([{ day }]);
    await count();
    await expectEqual();
  });

  describe('of one subscription', () => {
    const begin = async () => subscribe(await join(), await join());
    const figureOn = async (day: string, figure: string): Promise<number> =>
      (
        await query<{ count: number }>(
          'SELECT count FROM day_counts WHERE day = $1 AND figure = $2',
          day,
          figure,
        )
      )[0]?.count ?? 0;

    test('a month that was paid in advance and is taken back before it begins is no renewal of its day', async () => {
      nextNoon();
      const day = dayOf(app.clock.now());
      const subscription = await begin();
      await subscription.pay(30);
      await subscription.pay(30);
      app.clock.advance(2 * DAY_MS);
      await count();
      expect(await figureOn(day, 'renewals')).toBe(1);
      await subscription.refund(1);
      await count();
      expect(await figureOn(day, 'renewals')).toBe(0);
      await expectEqual();
    });

    test('two ends of one subscription on one day are counted as one', async () => {
      nextNoon();
      const subscription = await begin();
      for (const payment of [0, 1]) {
        await subscription.pay(5);
        app.clock.advance(HOUR_MS);
        await subscription.refund(payment);
        app.clock.advance(HOUR_MS);
      }
      await count();
      expect(await figureOn(dayOf(app.clock.now()), 'endedSubscriptions')).toBeGreaterThan(0);
      await expectEqual();
    });

    test('a payment within 30 days of the end is of one that came back, and a later one is not', async () => {
      for (const [gap, back] of [
        [20, 1],
        [40, 0],
      ] as const) {
        nextNoon();
        const subscription = await begin();
        await subscription.pay(1);
        app.clock.advance((1 + gap) * DAY_MS);
        await subscription.pay(5);
        app.clock.advance(HOUR_MS);
        await count();
        expect(await figureOn(dayOf(app.clock.now()), 'subscribersBack')).toBe(back);
        await expectEqual();
      }
    });
  });

  test('a count that is cut off between two days goes on where it stopped', async () => {
    for (let day = 0; day < 4; day++) {
      nextNoon();
      await join();
    }
    const fails = dayOf(new Date(app.clock.now().getTime() - DAY_MS));
    await query(`
      CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.day = '${fails}' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NEW; END $$`);
    await query(
      'CREATE TRIGGER cut_off BEFORE INSERT ON day_counts FOR EACH ROW EXECUTE FUNCTION cut_off()',
    );
    app.clock.advance(MINUTE_MS);
    await expect(count()).rejects.toThrow();
    await query('DROP FUNCTION cut_off CASCADE');
    expect(await membersOn(dayOf(new Date(app.clock.now().getTime() - 2 * DAY_MS)))).toBe(1);
    expect(await membersOn(fails)).toBe(0);
    await count();
    await expectEqual();
  });

  test('a count that is missing or wrong is found, and rebuilding brings it back', async () => {
    const rebuild = () => rebuildDays(app.ctx.db, dayCounts(), app.clock.now());
    nextNoon();
    await count();
    await query(
      `DELETE FROM day_counts WHERE ctid = (SELECT min(ctid) FROM day_counts
        WHERE figure = 'newMembers')`,
    );
    await query(
      `UPDATE day_counts SET count = count + 1 WHERE ctid = (SELECT min(ctid) FROM day_counts
        WHERE figure = 'activeSubscribers')`,
    );
    await query(`INSERT INTO day_counts (day, figure, count) VALUES ('2020-01-01', 'renewals', 1)`);
    const found = (await rebuild()).map(({ figure, found: before, expected }) => [
      figure,
      before?.count ?? null,
      expected?.count ?? null,
    ]);
    expect(found).toHaveLength(3);
    expect(found).toContainEqual(['renewals', 1, null]);
    expect(found).toContainEqual(['newMembers', null, expect.any(Number)]);
    await expectEqual();
    expect(await rebuild()).toEqual([]);
  });

  test('counting twice at once changes nothing', async () => {
    const all = () => query('SELECT * FROM day_counts ORDER BY day, figure, part');
    const before = await all();
    await Promise.all([count(), count()]);
    expect(await all()).toEqual(before);
  });
});
