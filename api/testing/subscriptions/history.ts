// More than a year of plans and of those who subscribe to them, played at random; what must hold is
// looked at after every step.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { endPeriodsOf, type RenewalDeps, renewDue } from '../../features/subscriptions/index.ts';
import { canSubscribe, canStop } from '../../features/subscriptions/policy.ts';
import { loadPair } from '../../features/subscriptions/store.ts';
import { stopRenewing, subscribe } from '../../features/subscriptions/subscribe.ts';
import { planOf } from '../../features/tiers/index.ts';
import { canChangePlan } from '../../features/tiers/policy.ts';
import {
  addBundle,
  addPromotion,
  erasePlanOf,
  setPrice,
} from '../../features/tiers/change-plan.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { ProducerViewer, Viewer } from '../../platform/http/viewer.ts';
import type { TestApp } from '../app.ts';
import { addPeople } from '../ledger/ledger.ts';
import { FANS, PRODUCERS, type Operation, type OperationOf } from './operations.ts';

export const HISTORY_DAYS = 400;
const SEATS = 2;
/** How long the discount of a code lasts. */
const CODE_MONTHS = 3;

export const NOTHING = {
  bought: 0,
  renewed: 0,
  discounted: 0,
  byCard: 0,
  contested: 0,
  takenBack: 0,
  paidOut: 0,
  priced: 0,
  closed: 0,
};

/** The result of `work`; null when it was refused, which is a part of every history. */
const outcomeOf = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });

// No session lives for 400 days, so the services behind the calls are called directly.
const viewerOf = (profileId: ProfileId): Viewer =>
  ({ profileId, producer: false, place: NOWHERE }) as Viewer;
const sellerOf = (profileId: ProfileId) =>
  canChangePlan({ ...viewerOf(profileId), producer: true } as ProducerViewer);

/** One history, of people who are in no other. */
export class SubscriptionHistory {
  app: TestApp;
  fans: ProfileId[];
  producers: ProfileId[];
  codes = new Map<ProfileId, string>();
  cards = new Map<ProfileId, 'paid' | 'refused' | 'refusedForGood' | 'none'>();
  topUps: { chargeId: ChargeId; fanId: ProfileId; amount: number; contested: boolean }[] = [];
  /** Every purchase that was answered, and for how much. */
  acknowledged = new Map<TransferId, { charged: number }>();
  /** The most that a renewal of this pair may cost. */
  agreed = new Map<string, number>();
  /** The months of a promotion that are left to this pair, and their price. */
  promised = new Map<string, { price: number; left: number }>();
  happened = { ...NOTHING };

  constructor(app: TestApp, people: ProfileId[]) {
    this.app = app;
    this.fans = people.slice(0, FANS);
    this.producers = people.slice(FANS);
    for (const [index, answer] of (['paid', 'none', 'refused'] as const).entries())
      this.cards.set(this.fan(index), answer);
  }

  static async begin(app: TestApp): Promise<SubscriptionHistory> {
    const history = new SubscriptionHistory(app, await addPeople(app.ctx.db, FANS + PRODUCERS));
    for (const seller of history.producers) await history.sell(seller, centavos(2_000));
    return history;
  }

  /** Plays all of it, and then as long as it takes until its days are over. */
  async play(steps: readonly Operation[]): Promise<void> {
    const endsAt = this.app.clock.now().getTime() + HISTORY_DAYS * DAY_MS;
    for (const next of steps) await this.step(next);
    while (this.app.clock.now().getTime() < endsAt) await this.step({ do: 'wait', days: 31 });
    await this.end();
  }

  async step(operation: Operation): Promise<void> {
    await this[operation.do](operation as never);
    await this.audit();
  }

  fan(number: number): ProfileId {
    return this.fans[number] as ProfileId;
  }

  seller(number: number): ProfileId {
    return this.producers[number] as ProfileId;
  }

  async rowsOf<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.app.ctx.pool.query(text, values)).rows;
  }

  /** Opens a plan with a bundle and a code, or changes its price. */
  async sell(seller: ProfileId, price: Centavos): Promise<void> {
    const { ctx } = this.app;
    const begins = (await planOf(ctx, seller, null)) === null;
    await setPrice(ctx, this.app.services.planSubscribers, sellerOf(seller), price);
    if (!begins) return;
    const code = `C${randomUUID().slice(0, 8)}`;
    this.codes.set(seller, code);
    await addBundle(ctx, sellerOf(seller), { months: 3, discount: 10 });
    await addPromotion(ctx, sellerOf(seller), {
      discount: 50,
      discountMonths: CODE_MONTHS,
      startWhen: null,
      activeDays: 365,
      maxUsers: SEATS,
      codes: [code],
    });
  }

  async price({ producer, price }: OperationOf<'price'>): Promise<void> {
    const done = await outcomeOf(this.sell(this.seller(producer), price).then(() => true));
    if (done) this.happened.priced += 1;
  }

  async close({ producer, really }: OperationOf<'close'>): Promise<void> {
    if (!really) return;
    await erasePlanOf(this.app.ctx, this.app.services.planSubscribers, this.seller(producer));
    this.happened.closed += 1;
  }

  async card({ fan, answer }: OperationOf<'card'>): Promise<void> {
    this.cards.set(this.fan(fan), answer);
  }

  async topUp({ fan, amount }: OperationOf<'topUp'>): Promise<void> {
    await this.credit(this.fan(fan), centavos(amount), 'pix');
  }

  async credit(fanId: ProfileId, amount: Centavos, gateway: string): Promise<void> {
    const chargeId = newId() as ChargeId;
    await this.app.ctx.ledger.post({ kind: 'topUp', chargeId, profileId: fanId, gateway, amount });
    await transaction(this.app.ctx.db, (tx) =>
      this.app.ctx.ledger.payDebtIn(tx, { chargeId, profileId: fanId }),
    );
    this.topUps.push({ chargeId, fanId, amount, contested: false });
  }

  async subscribe({ fan, producer, way, twice }: OperationOf<'subscribe'>): Promise<void> {
    const { ctx, clock } = this.app;
    const [fanId, producerId] = [this.fan(fan), this.seller(producer)];
    const plan = await planOf(ctx, producerId, null);
    const pair = await loadPair(ctx.db, { fanId, producerId });
    const running = pair && pair.paidUntil > clock.now() ? pair.paidUntil.toISOString() : null;
    const bundle = way === 'bundle' ? plan?.bundles[0] : undefined;
    const monthly = plan?.basePrice.price ?? 2_000;
    const discountCode = this.codes.get(producerId);
    const price = centavos(bundle?.price ?? (way === 'code' ? monthly / 2 : monthly));
    const request = {
      price,
      subscribedUntil: running,
      ...(bundle && { bundleId: bundle.id as never }),
      ...(way === 'code' &&
        discountCode && {
          discountCode,
          promotion: { months: CODE_MONTHS, price: centavos(monthly) },
        }),
    };
    const allowed = await canSubscribe(ctx, viewerOf(fanId), producerId);
    const key = randomUUID();
    const press = () => outcomeOf(subscribe(ctx, allowed, request, key));
    const answers = await Promise.all(twice ? [press(), press()] : [press()]);
    for (const answer of answers)
      if (answer?.transferId) this.acknowledged.set(answer.transferId, { charged: answer.charged });
    if (answers.some((answer) => answer !== null))
      this.agreed.set(`${fanId}:${producerId}`, monthly);
    // While paid time runs, a bundle and the renewal leave the promotion as it is.
    if (running === null && answers.some((answer) => answer !== null))
      this.promised.set(`${fanId}:${producerId}`, {
        price,
        left: way === 'code' && discountCode ? CODE_MONTHS - 1 : 0,
      });
    if (answers[0]?.transferId) this.happened.bought += 1;
  }

  async stop({ fan, producer }: OperationOf<'stop'>): Promise<void> {
    await outcomeOf(
      canStop(this.app.ctx, viewerOf(this.fan(fan)), this.seller(producer)).then((subscription) =>
        stopRenewing(this.app.ctx, subscription),
      ),
    );
  }

  async contest({ which }: OperationOf<'contest'>): Promise<void> {
    const topUp = this.topUps[which % Math.max(this.topUps.length, 1)];
    if (!topUp || topUp.contested) return;
    topUp.contested = true;
    const { ctx } = this.app;
    const { ledger } = ctx;
    await transaction(ctx.db, async (tx) => {
      const facts = {
        chargeId: topUp.chargeId,
        refundRef: topUp.chargeId,
        profileId: topUp.fanId,
        gateway: 'pix',
        remaining: centavos(0),
        returned: centavos(topUp.amount),
      };
      const contested = await ledger.postDisputeIn(tx, facts);
      await endPeriodsOf(ctx, tx, contested?.reversedSales ?? []);
    });
    this.happened.contested += 1;
  }

  async takeBack({ which }: OperationOf<'takeBack'>): Promise<void> {
    const transferId = [...this.acknowledged.keys()][which % Math.max(this.acknowledged.size, 1)];
    const [reversed] = await this.rowsOf('SELECT FROM ledger_transfers WHERE reverses = $1', [
      transferId ?? null,
    ]);
    if (!transferId || reversed) return;
    const { ctx } = this.app;
    const { ledger } = ctx;
    const done = await outcomeOf(
      transaction(ctx.db, async (tx) => {
        await endPeriodsOf(ctx, tx, [transferId]);
        return ledger.reverseIn(tx, { transferId, actorId: null, reason: 'a history' });
      }),
    );
    if (done) this.happened.takenBack += 1;
  }

  async tip({ fan, producer, amount }: OperationOf<'tip'>): Promise<void> {
    await outcomeOf(
      this.app.ctx.ledger.post({
        kind: 'tip',
        key: randomUUID(),
        fromId: this.fan(fan),
        toId: this.seller(producer),
        postId: null,
        amount: centavos(amount),
        feeBps: 2_000,
      }),
    );
  }

  async cashOut({ producer, amount, ending }: OperationOf<'cashOut'>): Promise<void> {
    const { ledger } = this.app.ctx;
    const facts = {
      payoutId: newId(),
      profileId: this.seller(producer),
      amount: centavos(amount),
    };
    if (!(await outcomeOf(ledger.post({ kind: 'payout', ...facts })))) return;
    if (ending === 'paid') await ledger.post({ kind: 'payoutPaid', gateway: 'pix', ...facts });
    if (ending === 'returned') await ledger.post({ kind: 'payoutReturned', ...facts });
    this.happened.paidOut += 1;
  }

  async wait({ days }: OperationOf<'wait'>): Promise<void> {
    const { ctx, services, clock } = this.app;
    const { ledger } = ctx;
    const deps: RenewalDeps = {
      ...services.payments,
      defaultCard: (request) => this.chargeCard(request),
    };
    for (let day = 0; day < days; day += 1) {
      clock.advance(DAY_MS);
      this.happened.renewed += await renewDue(ctx, deps);
      await ledger.releaseDue();
      await this.auditRenewals();
    }
  }

  async chargeCard({
    profileId,
    amount,
  }: Parameters<RenewalDeps['defaultCard']>[0]): ReturnType<RenewalDeps['defaultCard']> {
    const answer = this.cards.get(profileId) ?? 'none';
    if (answer === 'paid') {
      await this.credit(profileId, amount, 'rede');
      this.happened.byCard += 1;
    }
    return answer;
  }

  /**
   * Nothing renews for more than was agreed to, nor twice at once; what a renewal cost is what is
   * agreed to from then on, except for the months of a promotion, which are counted.
   */
  async auditRenewals(): Promise<void> {
    const renewals = await this.rowsOf<{ pair: string; amount: number }>(
      `SELECT s.fan_id || ':' || s.producer_id AS pair, p.amount_centavos::int AS amount
        FROM subscriptions s JOIN subscription_periods p ON p.subscription_id = s.id
       WHERE s.fan_id = ANY($1::uuid[]) AND p.created_at = $2`,
      [this.fans, this.app.clock.now()],
    );
    assert.equal(new Set(renewals.map(({ pair }) => pair)).size, renewals.length);
    for (const { pair, amount } of renewals) {
      const promised = this.promised.get(pair);
      const discounted = promised !== undefined && promised.left > 0;
      const most = discounted ? promised.price : (this.agreed.get(pair) ?? 0);
      assert.ok(amount <= most, `${pair} renewed for ${amount}, agreed to ${most}`);
      if (discounted) {
        promised.left -= 1;
        this.happened.discounted += 1;
      } else this.agreed.set(pair, amount);
    }
  }

  /** Each query finds what must not be. */
  async audit(): Promise<void> {
    // At this very moment: who has access is who has paid for it.
    assert.deepEqual(
      await this.rowsOf(
        `
      SELECT s.id FROM subscriptions s LEFT JOIN access a ON a.kind = 'subscription'
        AND a.profile_id = s.fan_id AND a.producer_id = s.producer_id
      WHERE s.fan_id = ANY($2::uuid[]) AND coalesce(a.starts_at <= $1 AND a.expires_at > $1,
        false) IS DISTINCT FROM EXISTS (
        SELECT FROM subscription_periods p WHERE p.subscription_id = s.id
          AND p.during @> $1::timestamptz AND NOT EXISTS (SELECT FROM ledger_transfers r
          WHERE r.reverses = p.transfer_id))`,
        [this.app.clock.now(), this.fans],
      ),
      [],
    );
    // What was paid for and not taken back is as many months as were sold, and each once.
    assert.deepEqual(
      await this.rowsOf(
        `
      SELECT t.id FROM ledger_transfers t LEFT JOIN subscription_periods p ON p.transfer_id = t.id
      WHERE t.id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM ledger_transfers r
        WHERE r.reverses = t.id)
        AND (p.id IS NULL OR p.months <> (t.memo ->> 'months')::int OR abs(extract(epoch
          FROM upper(p.during) - (lower(p.during) + p.months * interval '1 month'))) > 4 * 86400)`,
        [[...this.acknowledged.keys()]],
      ),
      [],
    );
    // A bundle's months are free only after they began, and a hold.
    assert.deepEqual(
      await this.rowsOf(
        `
      SELECT p.id FROM subscriptions s JOIN subscription_periods p ON p.subscription_id = s.id
        CROSS JOIN LATERAL (
        SELECT e.release_at, row_number() OVER (ORDER BY e.release_at) - 1 AS month
          FROM ledger_entries e WHERE e.transfer_id = p.transfer_id AND e.release_at IS NOT NULL
      ) part WHERE s.fan_id = ANY($1::uuid[]) AND p.months > 1
        AND part.release_at < lower(p.during) + part.month * interval '1 month' + interval '3 days'`,
        [this.fans],
      ),
      [],
    );
    assert.deepEqual(
      await this.rowsOf(
        `
      SELECT p.id FROM tiers t JOIN tier_promotions p ON p.tier_id = t.id
      WHERE t.producer_id = ANY($1::uuid[]) AND (p.users > p.max_users
        OR p.users <> (SELECT count(*) FROM tier_redemptions r WHERE r.promotion_id = p.id))`,
        [this.producers],
      ),
      [],
    );
  }

  /** Every purchase that was answered is there, once, for what was said. */
  async end(): Promise<void> {
    const ids = [...this.acknowledged.keys()];
    const found = await this.rowsOf<{ id: TransferId; paid: number }>(
      "SELECT t.id, -sum(e.amount)::int AS paid FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet' WHERE t.id = ANY($1::uuid[]) GROUP BY t.id",
      [ids],
    );
    assert.deepEqual(
      Object.fromEntries(found.map(({ id, paid }) => [id, paid])),
      Object.fromEntries([...this.acknowledged].map(([id, { charged }]) => [id, charged])),
    );
  }
}
