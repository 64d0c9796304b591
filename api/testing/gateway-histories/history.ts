// A history of payments at gateways with bad habits: late, twice, under way, lost answers, lagging
// look-ups, returns in their panels.
import { randomUUID } from 'node:crypto';
import type { CashOutId, ChargeId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { pollCashOuts, syncCashOut } from '../../features/funds/payouts/sync-cash-out.ts';
import { requestCashOut } from '../../features/funds/payouts/request-cash-out.ts';
import { decideDueReviews } from '../../features/funds/payments/reviews/decide.ts';
import { findCharge, insertCharge } from '../../features/funds/payments/charges/charge-store.ts';
import { pollCharges } from '../../features/funds/payments/charges/poll-charges.ts';
import { requestCharge, syncCharge } from '../../features/funds/payments/charges/sync-charge.ts';
import { processWaiting } from '../../features/funds/payments/webhooks/webhooks.ts';
import {
  chargeBack,
  releaseSale,
  reversePayment,
  reverseTransaction,
} from '../../features/funds/payments/transactions/correct.ts';
import { pollRefunds } from '../../features/funds/payments/transactions/refund.ts';
import { postForPurchase } from '../../features/posts/policy.ts';
import { purchasePost } from '../../features/posts/purchase-post.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { toPixId } from '../../platform/payments/pix/pix-wire.ts';
import { GatewayError } from '../../platform/payments/port.ts';
import type { TestAppWithBank } from '../bank.ts';
import { checkConsistency } from './consistency.ts';
import type { Operation, OperationOf } from './operations.ts';
import { fansOfHistory, type HistoryFan, type HistoryPeople } from './people.ts';
import { type HistoryCharge, standInsAt, type StandIns } from './stand-ins.ts';

/** Expected: no usable answer now, or a refusal of our own rules. */
const isExpected = (error: unknown): boolean =>
  error instanceof GatewayError || error instanceof AppError;

/** A correction of a transfer by an administrator. */
type Correct = typeof releaseSale;

/** Whether the work was done. */
const tolerate = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (!isExpected(error)) throw error;
      return false;
    },
  );

/** The value of one cash-out. */
const VALUE = centavos(10_000);
const CHARGE_LIVES_MS = 900_000;
const FIRST_LOOK_MS = 60_000;
/** Enough for the longest backoff of a refund, and for what look-ups may lag behind. */
const LAST_WAITS = { times: 12, seconds: 6 * 3_600 + 60 };

/** So that a test can see that its history was not an empty one. */
export const NOTHING = {
  bought: 0,
  panel: 0,
  contest: 0,
  refund: 0,
  reverse: 0,
  cashOut: 0,
  sendBack: 0,
  notifications: 0,
};

/** One history, of fans who are in no other. */
export class GatewayHistory {
  app: TestAppWithBank;
  people: HistoryPeople;
  fans: HistoryFan[];
  standIns: StandIns;
  charges: HistoryCharge[] = [];
  cashOuts: CashOutId[] = [];
  happened = { ...NOTHING };

  constructor(app: TestAppWithBank, people: HistoryPeople, fans: HistoryFan[]) {
    this.app = app;
    this.people = people;
    this.fans = fans;
    this.standIns = standInsAt(app.bank.url, app.ctx.payments);
  }

  static async begin(app: TestAppWithBank, people: HistoryPeople): Promise<GatewayHistory> {
    return new GatewayHistory(app, people, await fansOfHistory(app, people));
  }

  /** Plays all of it, until nothing is under way any more, and checks the consistency. */
  async play(steps: readonly Operation[]): Promise<void> {
    for (const step of steps) await this[step.do](step as never);
    await this.end();
    await checkConsistency(this);
  }

  chargeOf({ which }: { which: number }): HistoryCharge | undefined {
    return this.charges[which % Math.max(this.charges.length, 1)];
  }

  fan(number: number): HistoryFan {
    return this.fans[number] as HistoryFan;
  }

  async pay({ fan, amount, gateway, card }: OperationOf<'pay'>): Promise<void> {
    const { app } = this;
    const { profileId, cardOf } = this.fan(fan);
    const [id, now] = [newId() as ChargeId, app.clock.now()];
    await insertCharge(app.ctx.db, {
      id,
      profileId,
      provider: gateway,
      method: gateway === 'pix' ? 'pix' : 'card',
      payerSealed: null,
      amountCentavos: centavos(amount),
      purpose: { kind: 'topUp' },
      intent: null,
      byHolder: true,
      savedPaymentId: gateway === 'pix' ? null : cardOf(gateway, card),
      expiresAt: new Date(now.getTime() + CHARGE_LIVES_MS),
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + FIRST_LOOK_MS),
    });
    this.charges.push({ id, gateway });
    const charge = await findCharge(app.ctx.db, id);
    // Two presses at once.
    if (charge)
      await Promise.all(
        [1, 2].map(() => tolerate(requestCharge(app.ctx, app.services.payments, charge, 'person'))),
      );
    if (gateway === 'pix') await this.standIns.payPix(id);
  }

  async look({ which }: OperationOf<'look'>): Promise<void> {
    const charge = this.chargeOf({ which });
    if (charge)
      await tolerate(syncCharge(this.app.ctx, this.app.services.payments, charge.id, 'webhook'));
  }

  /** By what stands behind the call: no session lives for as long as a history. */
  async buy({ fan, post }: OperationOf<'buy'>): Promise<void> {
    const { app, people } = this;
    const { id, price } = people.posts[post % people.posts.length] as { id: never; price: number };
    const viewer = {
      profileId: this.fan(fan).profileId,
      producer: false,
      place: NOWHERE,
    } as Viewer;
    const purchase = async () =>
      purchasePost(app.ctx, await postForPurchase(app.ctx, id, viewer), {
        price: centavos(price),
        key: randomUUID(),
      });
    if (await tolerate(purchase())) this.happened.bought += 1;
  }

  async refund({ which }: OperationOf<'refund'>): Promise<void> {
    if (await this.correct(this.chargeOf({ which }), reversePayment)) this.happened.refund += 1;
  }

  async reverse({ which }: OperationOf<'reverse'>): Promise<void> {
    const { payments } = this.app.services;
    const act: Correct = (ctx, correction) => reverseTransaction(ctx, payments, correction);
    if (await this.correct(this.chargeOf({ which }), act)) this.happened.reverse += 1;
  }

  /** An administrator releases money that is locked as suspicious. */
  async release({ which }: OperationOf<'release'>): Promise<void> {
    await this.correct(this.chargeOf({ which }), releaseSale);
  }

  async panel({ which, part }: OperationOf<'panel'>): Promise<void> {
    const charge = this.chargeOf({ which });
    if (charge) this.happened.panel += await this.standIns.takeBack(charge, 'panel', part);
  }

  /**
   * Disputes a charge; for a card payment an administrator may read it on the acquirer's site
   * before its look-ups show it.
   */
  async contest({ which }: OperationOf<'contest'>): Promise<void> {
    const charge = this.chargeOf({ which });
    const times = charge ? await this.standIns.takeBack(charge, 'contest', false) : 0;
    this.happened.contest += times;
    if (times > 0 && charge?.gateway !== 'pix' && which % 2 === 0 && (await this.isWhole(charge)))
      await this.correct(charge, (ctx, correction) =>
        chargeBack(ctx, this.app.services.payments, correction),
      );
  }

  /** Nothing went back of it before the dispute: what an administrator records is all of it. */
  async isWhole(charge: HistoryCharge | undefined): Promise<boolean> {
    const receipts = charge ? await this.standIns.receiptsOf(charge).catch(() => []) : [];
    return receipts.length === 1 && receipts[0]?.refunds.length === 1;
  }

  async carryOut({ which }: OperationOf<'carryOut'>): Promise<void> {
    const charge = this.chargeOf({ which });
    if (charge) await this.standIns.carryOut(charge);
  }

  async cashOut(): Promise<void> {
    const { app, people } = this;
    const request = allow({
      profileId: people.payee.profileId,
      value: VALUE,
      bankAccountId: null,
      decidedByAdmin: false,
    });
    await tolerate(
      requestCashOut(app.ctx, request, randomUUID()).then(({ id }) => this.cashOuts.push(id)),
    );
    this.happened.cashOut = this.cashOuts.length;
  }

  /** Banks send back within days, and a payout is watched for a week after it was paid. */
  async sendBack({ which }: OperationOf<'sendBack'>): Promise<void> {
    const { rows } = await this.app.ctx.pool.query<{ id: string }>(
      "SELECT id FROM cash_outs WHERE id = ANY($1) AND created_at > $2::timestamptz - interval '3 days' ORDER BY id",
      [this.cashOuts, this.app.clock.now()],
    );
    const payout = rows[which % Math.max(rows.length, 1)];
    if (payout && (await this.standIns.control(`/__pix/payouts/${toPixId(payout.id)}/return`)))
      this.happened.sendBack += 1;
  }

  async habit({ habit }: OperationOf<'habit'>): Promise<void> {
    await this.standIns.control('/__faults', habit);
  }

  async wait({ seconds }: { seconds: number }): Promise<void> {
    const { app } = this;
    const { ctx } = app;
    await app.pass(seconds);
    for (const { name, error } of await ctx.jobs.runDue(app.clock.now())) {
      if (error && !isExpected(error)) throw new Error(`${name} failed`, { cause: error });
      if (name === 'funds.settle') this.happened.notifications += 1;
    }
    await processWaiting(ctx, {
      ...app.services.payments,
      syncCashOut: (id) => syncCashOut(ctx, id, 'webhook'),
    });
    await decideDueReviews(ctx);
    await pollCharges(ctx, app.services.payments);
    await pollRefunds(ctx, app.services.payments);
    await pollCashOuts(ctx);
  }

  async correct(charge: HistoryCharge | undefined, act: Correct): Promise<boolean> {
    const { app, people } = this;
    const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
      "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
      [charge?.id ?? null],
    );
    if (!rows[0]) return false;
    return tolerate(
      act(app.ctx, allow({ adminId: people.adminId, transferId: rows[0].id, reason: 'a history' })),
    );
  }

  /** The gateways are well again, and the clock goes on until nothing is under way. */
  async end(): Promise<void> {
    const { app } = this;
    await app.bank.disarm();
    for (const charge of this.charges) await this.standIns.carryOut(charge);
    for (let times = 0; times < LAST_WAITS.times; times += 1) {
      await this.wait(LAST_WAITS);
      if (times === 0) for (const charge of this.charges) await this.standIns.carryOut(charge);
    }
    for (const { id } of this.charges)
      await syncCharge(app.ctx, app.services.payments, id, 'reconciliation');
    await app.ctx.ledger.fold();
  }
}
