// A history of payments at gateways with bad habits: late, twice, under way, lost answers, lagging look-ups, returns in their panels.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ChargeId, PostId, ProfileId, TransferId } from '@camarim/contract/ids';
import { centavos, decimalText } from '@camarim/contract/money';
import fc from 'fast-check';
import { reconcileCashOuts } from '../features/funds/cash-outs/follow-cash-out.ts';
import { requestCashOut } from '../features/funds/cash-outs/request-cash-out.ts';
import { insertCharge, findCharge } from '../features/funds/top-up/charge-store.ts';
import { reconcileCharges } from '../features/funds/top-up/reconcile.ts';
import { makeCharge, settleCharge } from '../features/funds/top-up/settle.ts';
import { reversePayment, reverseTransaction } from '../features/funds/transactions/correct.ts';
import { reconcileRefunds } from '../features/funds/transactions/refund.ts';
import { endPeriodOf } from '../features/subscriptions/index.ts';
import type { Person } from '../person.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { allow } from '../platform/http/allowed.ts';
import { toPixId } from '../platform/payments/pix/pix-wire.ts';
import { GatewayError, type Receipt } from '../platform/payments/port.ts';
import type { TestAppWithBank } from './bank.ts';
import type { Payee } from './paying-out.ts';

/** What the bank does to the next calls. */
const HABITS = [
  { on: 'PUT /cob', action: 'drop', when: 'after' },
  { on: 'PUT /cob', action: 'status', status: 503 },
  { on: 'GET /cob', action: 'status', status: 404, times: 2 },
  { on: 'PUT /pix', action: 'drop', when: 'after' },
  { on: 'PUT /pix', action: 'status', status: 500, when: 'after', times: 2 },
  { on: 'GET /pix', action: 'status', status: 404, times: 3 },
  { on: 'PUT /v3/gn/pix', action: 'drop', when: 'after' },
  { on: 'PUT /v3/gn/pix', action: 'drop', when: 'before', times: 2 },
  { on: 'GET /v2/gn/pix', action: 'status', status: 404, times: 3 },
  { on: 'refund', action: 'process' },
  { on: 'refund', action: 'fail' },
  { on: 'payout', action: 'fail' },
  { on: 'webhook', action: 'lose' },
  { on: 'webhook', action: 'duplicate' },
  { on: 'webhook', action: 'reorder' },
] as const;

const which = fc.nat(40);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('topUp' as const), fan: fc.nat(2), amount: fc.constantFrom(1_000, 5_000, 9_999) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), fan: fc.nat(2), post: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('panel' as const), which, part: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('contest' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cashOut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sendBack' as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('habit' as const), habit: fc.constantFrom(...HABITS) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(5, 90, 3_600, 30_000) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

export const gatewayOperations = (length: number): fc.Arbitrary<Operation[]> => fc.array(operation, { minLength: length, maxLength: length });

/** Expected: no usable answer now, or a refusal of our own rules. */
const tolerate = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof GatewayError) && !(error instanceof AppError)) throw error;
  });
};

const VALUE = 10_000;

export class GatewayHistory {
  app: TestAppWithBank;
  fans: Person[];
  payee: Payee;
  adminId: ProfileId;
  posts: { id: PostId; price: number }[];
  charges: ChargeId[] = [];
  /** So that a test can see that its history was not an empty one. */
  happened = { bought: 0, panel: 0, contest: 0, refund: 0, reverse: 0 };

  constructor(app: TestAppWithBank, people: { fans: Person[]; payee: Payee; adminId: ProfileId; posts: { id: PostId; price: number }[] }) {
    this.app = app;
    ({ fans: this.fans, payee: this.payee, adminId: this.adminId, posts: this.posts } = people);
  }

  async control(path: string, body: object = {}): Promise<boolean> {
    return (await fetch(`${this.app.bank.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).ok;
  }

  async step(step: Operation): Promise<void> {
    const { app } = this;
    const charge = 'which' in step ? this.charges[step.which % Math.max(this.charges.length, 1)] : undefined;
    switch (step.do) {
      case 'topUp':
        return this.topUp(this.fans[step.fan] as Person, step.amount);
      case 'look':
        if (charge) await tolerate(settleCharge(app.platform, app, charge, 'webhook'));
        return;
      case 'buy':
        return this.buy(this.fans[step.fan] as Person, this.posts[step.post % this.posts.length] as { id: PostId; price: number });
      case 'refund':
      case 'reverse':
        return this.correct(charge, step.do === 'refund' ? reversePayment : reverseTransaction);
      case 'panel':
      case 'contest':
        for (const { ref, amountCentavos } of charge ? await this.receiptsOf(charge) : []) {
          const part = step.do === 'panel' && step.part ? { valor: decimalText(centavos(Math.floor(amountCentavos / 2))) } : {};
          if (await this.control(`/__pix/pix/${ref}/${step.do === 'panel' ? 'refund' : 'contest'}`, part)) this.happened[step.do] += 1;
        }
        return;
      case 'cashOut':
        await tolerate(requestCashOut(app.platform, app as never, allow({ profileId: this.payee.profileId as ProfileId, value: centavos(VALUE), bankAccountId: null, decidedByAdmin: false }), randomUUID()));
        return;
      case 'sendBack': {
        // Banks send back within days, and a payout is watched for a week after it was paid.
        const recent = new Set((await this.rows<{ id: string }>("SELECT id FROM cash_outs WHERE created_at > $1::timestamptz - interval '3 days'", [this.app.clock.now()])).map(({ id }) => toPixId(id)));
        const sent = (await this.sentByBank()).filter(({ idEnvio }) => recent.has(idEnvio));
        const payout = sent[step.which % Math.max(sent.length, 1)];
        if (payout) await this.control(`/__pix/payouts/${payout.idEnvio}/return`);
        return;
      }
      case 'habit':
        await this.control('/__faults', step.habit);
        return;
      case 'wait':
        return this.wait(step.seconds);
    }
  }

  async topUp(fan: Person, amount: number): Promise<void> {
    const { app } = this;
    const [id, now] = [randomUUID() as ChargeId, app.clock.now()];
    await insertCharge(app.platform.db, {
      id, profileId: fan.profileId as ProfileId, provider: 'pix', method: 'pix', payerSealed: null, amountCentavos: centavos(amount), intent: null, savedPaymentId: null, byHolder: true,
      expiresAt: new Date(now.getTime() + 900_000), createdAt: now, nextCheckAt: new Date(now.getTime() + 60_000),
    });
    this.charges.push(id);
    const charge = await findCharge(app.platform.db, id);
    // Two presses at once.
    if (charge) await Promise.all([1, 2].map(() => tolerate(makeCharge(app.platform, app, charge, 'person'))));
    await this.control(`/__pix/cob/${toPixId(id)}/pay`);
  }

  async buy(fan: Person, { id, price }: { id: PostId; price: number }): Promise<void> {
    const ask = (person: Person) => person.ask('POST /posts/{id}/purchase', { params: { id }, body: { price: centavos(price) }, idempotencyKey: randomUUID() });
    // Time goes by in a history: a session may be over.
    if ((await ask(fan)).status === 401) this.happened.bought += (await ask(await this.app.join(fan.domainName))).status === 200 ? 1 : 0;
    else this.happened.bought += 1;
  }

  async correct(chargeId: ChargeId | undefined, how: typeof reversePayment): Promise<void> {
    const { app } = this;
    const [row] = await this.rows<{ id: TransferId }>("SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1", [chargeId ?? null]);
    if (!row) return;
    const corrector = { ledger: app.ledger, endPeriodOf: (tx: never, transferId: TransferId) => endPeriodOf(app.platform, tx, transferId) };
    await tolerate(how(app.platform, corrector as never, allow({ adminId: this.adminId, transferId: row.id, reason: 'a history' })).then(() => (this.happened[how === reversePayment ? 'refund' : 'reverse'] += 1)));
  }

  async wait(seconds: number): Promise<void> {
    const { app } = this;
    await app.pass(seconds);
    for (const sweep of [reconcileCharges, reconcileRefunds, reconcileCashOuts]) await sweep(app.platform, app as never);
  }

  /** The bank is well again, and the clock goes on until nothing is under way. */
  async end(): Promise<void> {
    const { app } = this;
    await app.bank.disarm();
    for (let times = 0; times < 12; times += 1) await this.wait(6 * 3_600 + 60);
    for (const id of this.charges) await settleCharge(app.platform, app, id, 'reconciliation');
    await app.ledger.fold();
    await this.check();
  }

  async check(): Promise<void> {
    assert.deepEqual(await this.app.ledger.checkInvariants(), []);
    assert.deepEqual(await this.rows("SELECT id, status FROM payment_refunds WHERE status = 'requested'"), [], 'every refund came to an end');
    for (const id of this.charges) {
      const left = (await this.receiptsOf(id)).reduce((sum, { amountCentavos, refunds }) => refunds.reduce((rest, refund) => (refund.state === 'done' ? rest - refund.amountCentavos : rest), sum + amountCentavos), 0);
      const [held] = await this.rows<{ held: number }>(
        `SELECT coalesce(-sum(e.amount), 0)::int AS held FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'clearing' JOIN ledger_transfers t ON t.id = e.transfer_id
         LEFT JOIN ledger_transfers o ON o.id = t.reverses WHERE t.reference_id = $1 OR o.reference_id = $1`, [id]);
      const [reversed] = await this.rows("SELECT FROM ledger_transfers o JOIN ledger_transfers r ON r.reverses = o.id WHERE o.kind = 'topUp' AND o.reference_id = $1 AND NOT EXISTS (SELECT FROM payment_refunds f WHERE f.transfer_id = o.id)", [id]);
      // A part went back before it was credited: a person decides about the rest, and nothing was credited.
      const [undecided] = await this.rows("SELECT FROM charges WHERE id = $1 AND status = 'review' AND paid_at IS NULL", [id]);
      // An administrator who only reverses leaves the money at the gateway.
      if (undecided) assert.equal(held?.held, 0, `${id}: nothing is credited of what a person has to look at`);
      else if (reversed) assert.ok((held?.held ?? 0) <= left, `${id}: never more than the bank holds`);
      else assert.equal(held?.held, left, `${id}: what is credited is what the bank holds`);
    }
    await this.checkPayouts();
    await this.checkAccess();
  }

  async checkPayouts(): Promise<void> {
    const sent = await this.sentByBank();
    assert.equal(new Set(sent.map(({ idEnvio }) => idEnvio)).size, sent.length);
    const ours = await this.rows<{ id: string; status: string }>('SELECT id, status FROM cash_outs');
    const away = sent.filter(({ status, devolucoes }) => status === 'REALIZADO' && !devolucoes).map(({ idEnvio }) => idEnvio).sort();
    assert.deepEqual(ours.filter(({ status }) => status === 'paid').map(({ id }) => toPixId(id)).sort(), away, 'what we call paid is what left the bank and stayed away');
    assert.deepEqual(ours.filter(({ status }) => status !== 'paid' && status !== 'returned'), []);
  }

  /** Who can read a post has paid for it, and the other way round. */
  async checkAccess(): Promise<void> {
    const unpaid = await this.rows('SELECT a.id FROM access a JOIN ledger_transfers r ON r.reverses = a.transfer_id WHERE a.expires_at IS NULL OR a.expires_at > $1', [this.app.clock.now()]);
    const unopened = await this.rows("SELECT t.id FROM ledger_transfers t WHERE t.kind = 'purchase' AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id) AND NOT EXISTS (SELECT FROM access a WHERE a.transfer_id = t.id)");
    assert.deepEqual([unpaid, unopened], [[], []]);
  }

  /** What the bank has of a charge; nothing while it does not answer. */
  async receiptsOf(id: ChargeId): Promise<Receipt[]> {
    const report = await this.app.platform.payments.pix?.status({ chargeId: id, providerRef: null, amountCentavos: centavos(1) }).catch(() => null);
    return report?.receipts ?? [];
  }

  async sentByBank(): Promise<{ idEnvio: string; status: string; devolucoes?: unknown[] }[]> {
    return (await (await fetch(`${this.app.bank.url}/__pix/payouts`)).json()) as never;
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.app.platform.pool.query(text, values)).rows as Row[];
  }
}
