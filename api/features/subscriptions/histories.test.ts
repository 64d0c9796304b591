// Random histories of 400 days: plans, bundles, promotions, renewals, contested top-ups, months taken back and cash-outs, audited at every step.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { booksOf } from '../../app.ts';
import type { Person } from '../../person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { addPeople } from '../../testing/ledger.ts';
import { joinProducer } from '../../testing/publishing.ts';
import { back, openPlan, subscriptionFaults } from '../../testing/subscribing.ts';
import { contactOf } from '../auth/index.ts';
import { permittedCharges } from '../funds/index.ts';
import { planOf } from '../tiers/index.ts';
import { endPeriodOf, renewDue } from './index.ts';
import { maySubscribe, mayStop } from './policy.ts';
import { loadPair } from './store.ts';
import { stopRenewing, subscribe } from './subscribe.ts';

const HISTORIES = 4;
const DAYS = 400;
const DAY_MS = 86_400_000;
const FANS = 3;
const SEATS = 2;
const PRICE = 2_000;

let app: TestApp;
let producers: Person[];
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
  producers = [await joinProducer(app, 'mensal'), await joinProducer(app, 'pacotes')];
  for (const producer of producers) {
    await openPlan(producer, PRICE);
    await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  }
});

const fan = fc.nat(FANS - 1);
const producer = fc.nat(1);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('topUp' as const), fan, amount: fc.constantFrom(2_500, 5_000, 10_000) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('subscribe' as const), fan, producer, way: fc.constantFrom('month' as const, 'bundle' as const, 'code' as const), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), fan, producer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('contest' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tip' as const), fan, producer, amount: fc.constantFrom(100, 999, 5_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cashOut' as const), producer, amount: fc.constantFrom(500, 4_000), ending: fc.constantFrom('paid' as const, 'returned' as const, 'waiting' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 7, 12, 31) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What came of `work`; refusals that a person may meet are part of the story. */
const outcomeOf = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
const rowsOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await app.platform.pool.query(text, values)).rows;
const idOf = (person: Person | undefined): ProfileId => person?.profileId as ProfileId;
// No session lives for 400 days: people come by what stands behind the calls.
const viewerOf = (profileId: ProfileId): Viewer => ({ profileId, producer: false, place: NOWHERE }) as Viewer;

class Story {
  fans: ProfileId[] = [];
  code = '';
  topUps: { chargeId: ChargeId; fanId: ProfileId; amount: number; contested: boolean }[] = [];
  /** Every purchase that was answered, and for how much. */
  acknowledged = new Map<TransferId, { charged: number }>();
  happened = { bought: 0, contested: 0, takenBack: 0, paidOut: 0, renewed: 0 };

  async begin(): Promise<void> {
    this.fans = await addPeople(app.platform.db, FANS);
    this.code = `C${randomUUID().slice(0, 8)}`;
    for (const seller of producers) {
      const body = { discount: 50, activeDays: 365, maxUsers: SEATS, codes: [this.code] };
      await (await back(app, seller)).call('POST /tiers/promotions', { body });
    }
  }

  async step(operation: Operation): Promise<void> {
    await this[operation.do](operation as never);
    await this.audit();
  }

  async topUp({ fan, amount }: Extract<Operation, { do: 'topUp' }>): Promise<void> {
    const [chargeId, profileId] = [randomUUIDv7() as ChargeId, this.fans[fan] as ProfileId];
    await app.ledger.post({ kind: 'topUp', chargeId, profileId, gateway: 'pix', amount: centavos(amount) });
    await transaction(app.platform.db, (tx) => app.ledger.payDebtIn(tx, { chargeId, profileId }));
    this.topUps.push({ chargeId, fanId: profileId, amount, contested: false });
  }

  async subscribe({ fan, producer, way, twice }: Extract<Operation, { do: 'subscribe' }>): Promise<void> {
    const [fanId, producerId] = [this.fans[fan] as ProfileId, idOf(producers[producer])];
    const plan = await planOf(app.platform, producerId, null);
    const pair = await loadPair(app.platform.db, { fanId, producerId });
    const running = pair && pair.paidUntil > app.clock.now() ? pair.paidUntil.toISOString() : null;
    const bundle = way === 'bundle' ? plan?.bundles[0] : undefined;
    const price = centavos(bundle?.price ?? (way === 'code' ? PRICE / 2 : PRICE));
    const wish = { price, subscribedUntil: running, ...(bundle && { bundleId: bundle.id as never }), ...(way === 'code' && { discountCode: this.code }) };
    const allowed = await maySubscribe(app.platform, viewerOf(fanId), producerId);
    const key = randomUUID();
    const press = () => outcomeOf(subscribe(app.platform, app.ledger, allowed, wish, key));
    const answers = await Promise.all(twice ? [press(), press()] : [press()]);
    for (const answer of answers) if (answer?.transferId) this.acknowledged.set(answer.transferId, { charged: answer.charged });
    if (answers[0]?.transferId) this.happened.bought += 1;
  }

  async stop({ fan, producer }: Extract<Operation, { do: 'stop' }>): Promise<void> {
    await outcomeOf(mayStop(app.platform, viewerOf(this.fans[fan] as ProfileId), idOf(producers[producer])).then((subscription) => stopRenewing(app.platform, subscription)));
  }

  async contest({ which }: Extract<Operation, { do: 'contest' }>): Promise<void> {
    const topUp = this.topUps[which % Math.max(this.topUps.length, 1)];
    if (!topUp || topUp.contested) return;
    topUp.contested = true;
    await transaction(app.platform.db, async (tx) => {
      const facts = { chargeId: topUp.chargeId, refundRef: topUp.chargeId, profileId: topUp.fanId, gateway: 'pix', amount: centavos(topUp.amount) };
      const contested = await app.ledger.contestIn(tx, facts);
      for (const transferId of contested?.takenBack ?? []) await endPeriodOf(app.platform, tx, transferId);
    });
    this.happened.contested += 1;
  }

  async takeBack({ which }: Extract<Operation, { do: 'takeBack' }>): Promise<void> {
    const transferId = [...this.acknowledged.keys()][which % Math.max(this.acknowledged.size, 1)];
    const [reversed] = await rowsOf('SELECT FROM ledger_transfers WHERE reverses = $1', [transferId ?? null]);
    if (!transferId || reversed) return;
    const done = await outcomeOf(
      transaction(app.platform.db, async (tx) => {
        await endPeriodOf(app.platform, tx, transferId);
        return app.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'a history' });
      }),
    );
    if (done) this.happened.takenBack += 1;
  }

  async tip({ fan, producer, amount }: Extract<Operation, { do: 'tip' }>): Promise<void> {
    await outcomeOf(app.ledger.post({ kind: 'tip', key: randomUUID(), fromId: this.fans[fan] as ProfileId, toId: idOf(producers[producer]), postId: null, amount: centavos(amount), feeBps: 2_000 }));
  }

  async cashOut({ producer, amount, ending }: Extract<Operation, { do: 'cashOut' }>): Promise<void> {
    const facts = { payoutId: randomUUIDv7(), profileId: idOf(producers[producer]), amount: centavos(amount) };
    if (!(await outcomeOf(app.ledger.post({ kind: 'payout', ...facts })))) return;
    if (ending === 'paid') await app.ledger.post({ kind: 'payoutPaid', gateway: 'pix', ...facts });
    if (ending === 'returned') await app.ledger.post({ kind: 'payoutReturned', ...facts });
    this.happened.paidOut += 1;
  }

  async wait({ days }: Extract<Operation, { do: 'wait' }>): Promise<void> {
    const deps = { ledger: app.ledger, charges: permittedCharges(app.platform, booksOf(app.platform, app.ledger)), contactOf, defaultCard: async () => 'none' as const };
    for (let day = 0; day < days; day += 1) {
      app.clock.advance(DAY_MS);
      this.happened.renewed += await renewDue(app.platform, deps);
      await app.ledger.releaseDue();
    }
  }

  /** Each query finds what must not be. */
  async audit(): Promise<void> {
    const now = app.clock.now();
    // At this very moment: who has access is who has paid for it.
    assert.deepEqual(await rowsOf(`
      SELECT s.id FROM subscriptions s LEFT JOIN access a ON a.kind = 'subscription' AND a.profile_id = s.fan_id AND a.producer_id = s.producer_id
      WHERE coalesce(a.starts_at <= $1 AND a.expires_at > $1, false) IS DISTINCT FROM EXISTS (
        SELECT FROM subscription_periods p WHERE p.subscription_id = s.id AND p.during @> $1::timestamptz AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = p.transfer_id))`, [now]), []);
    // What was paid for and not taken back is as many months as were sold, and each once.
    assert.deepEqual(await rowsOf(`
      SELECT t.id FROM ledger_transfers t LEFT JOIN subscription_periods p ON p.transfer_id = t.id
      WHERE t.kind = 'subscription' AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)
        AND (p.id IS NULL OR p.months <> (t.memo ->> 'months')::int OR abs(extract(epoch FROM upper(p.during) - (lower(p.during) + p.months * interval '1 month'))) > 4 * 86400)`), []);
    // A bundle's months are free only after they began, and a hold.
    assert.deepEqual(await rowsOf(`
      SELECT p.id FROM subscription_periods p CROSS JOIN LATERAL (
        SELECT e.release_at, row_number() OVER (ORDER BY e.release_at) - 1 AS month FROM ledger_entries e WHERE e.transfer_id = p.transfer_id AND e.release_at IS NOT NULL
      ) part WHERE p.months > 1 AND part.release_at < lower(p.during) + part.month * interval '1 month' + interval '3 days'`), []);
    assert.deepEqual(await rowsOf('SELECT id FROM tier_promotions p WHERE users > max_users OR users <> (SELECT count(*) FROM tier_redemptions r WHERE r.promotion_id = p.id)'), []);
  }

  /** Every purchase that was answered is there, once, for what was said; every cent and every period is in its place. */
  async end(): Promise<void> {
    const ids = [...this.acknowledged.keys()];
    const found = await rowsOf<{ id: TransferId; paid: number }>(
      "SELECT t.id, -sum(e.amount)::int AS paid FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet' WHERE t.id = ANY($1::uuid[]) GROUP BY t.id", [ids]);
    assert.deepEqual(Object.fromEntries(found.map(({ id, paid }) => [id, paid])), Object.fromEntries([...this.acknowledged].map(([id, { charged }]) => [id, charged])));
    assert.deepEqual(await subscriptionFaults(app), []);
  }
}

test(`${HISTORIES} histories of ${DAYS} days: no month paid twice, access is what was paid at every moment, sums are zero, what was answered is there`, { timeout: 600_000 }, async () => {
  const total = { bought: 0, contested: 0, takenBack: 0, paidOut: 0, renewed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 90, maxLength: 90 }), async (operations) => {
      const story = new Story();
      await story.begin();
      const endsAt = app.clock.now().getTime() + DAYS * DAY_MS;
      for (const next of operations) await story.step(next);
      while (app.clock.now().getTime() < endsAt) await story.step({ do: 'wait', days: 31 });
      await story.end();
      for (const what of Object.keys(total) as (keyof typeof total)[]) total[what] += story.happened[what];
    }),
    // A failing history is told by its seed; making it shorter would take as long as finding it.
    { numRuns: HISTORIES, endOnFailure: true },
  );
  for (const [what, times] of Object.entries(total)) expect(times, what).toBeGreaterThan(3);
});
