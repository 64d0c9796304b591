// The only place that changes a cash-out's status: the gateway's report or an administrator's
// decision becomes a step, and a step becomes money.
import { topicKey } from '@camarim/contract/events';
import type { CashOutId, TransferId } from '@camarim/contract/ids';
import { centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { agreesToProposal } from '../../../platform/audit/second-person.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import {
  GatewayError,
  gatewayOf,
  type PayoutsApi,
  type PayoutReport,
} from '../../../platform/payments/port.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../context.ts';
import type { BankDetails } from '../../banks/index.ts';
import { notifyDecided } from '../../decisions/index.ts';
import { openItem, openItemIfRemoved } from '../reconciliation/open-item.ts';
import { notify } from '../../notifications/index.ts';
import { isOverdue, provesFailure } from '../payments/transactions/refund-rules.ts';
import type { CashOutDecision } from './policy.ts';
import { destinationSealContext } from './request-cash-out.ts';
import { isPartReturned, moveByPayout, nextPollAt } from './rules.ts';
import {
  type CashOut,
  findCashOut,
  forgetDestinations,
  moveCashOut,
  paidTransferOf,
  POLL_CASH_OUTS_JOB,
  recordFirstRequest,
  schedulePoll,
  type Source,
  type Step,
  takeDueCashOuts,
} from './store.ts';

const payoutApiOf = ({ payments }: Ctx, { provider }: CashOut): PayoutsApi => {
  const payouts = gatewayOf(payments, provider).payouts;
  if (!payouts)
    throw new GatewayError(
      'unknown',
      `the gateway ${provider} no longer sends payouts: its cash-outs can't be polled`,
    );
  return payouts;
};

/**
 * Polls the gateway. An approved cash-out is sent under its own id, so that it leaves once whatever
 * was lost before. The first request is recorded before it is made: only the refusal of a first
 * request proves that no money left.
 */
const askGateway = async (ctx: Ctx, cashOut: CashOut): Promise<PayoutReport | null> => {
  const payouts = payoutApiOf(ctx, cashOut);
  if (cashOut.status !== 'approved') return payouts.status(cashOut.id);
  const sent = cashOut.askedAt === null ? null : await payouts.status(cashOut.id);
  if (sent) return sent;
  await recordFirstRequest(ctx.db, cashOut.id, ctx.clock.now());
  if (!cashOut.sealed) throw new Error(`cash-out ${cashOut.id} has no destination any more`);
  const { destination, holderName, holderDocument } = ctx.seal.open<BankDetails>(
    destinationSealContext(cashOut.id),
    cashOut.sealed,
  );
  const to =
    destination.kind === 'pix'
      ? { kind: 'pix' as const, key: destination.key }
      : {
          kind: 'account' as const,
          ispb: destination.ispb,
          agency: destination.agency,
          number: `${destination.number}${destination.digit}`,
          type: destination.type,
        };
  const amountCentavos = (cashOut.amount - cashOut.fee) as CashOut['amount'];
  try {
    return await payouts.send({
      payoutId: cashOut.id,
      amountCentavos,
      payee: { name: holderName, document: holderDocument },
      to,
    });
  } catch (error) {
    if (
      !(error instanceof GatewayError) ||
      error.outcome !== 'refused' ||
      !provesFailure(cashOut.askedAt, ctx.clock.now())
    )
      throw error;
    ctx.log.warn({ err: error, cashOutId: cashOut.id }, 'the gateway refused a cash-out');
    return {
      payoutId: cashOut.id,
      ref: null,
      state: 'failed',
      amountCentavos,
      returnedCentavos: ZERO_CENTAVOS,
      reason: 'gateway.refused',
    };
  }
};

/**
 * Sends or polls a cash-out and applies the answer. Throws GatewayError when there is no usable
 * answer; nothing has changed then.
 */
export const syncCashOut = (ctx: Ctx, id: CashOutId, source: Source): Promise<void> =>
  withGatewayLock(ctx, { kind: 'payout', id }, () => syncLocked(ctx, id, source));

const syncLocked = async (ctx: Ctx, id: CashOutId, source: Source): Promise<void> => {
  let cashOut = await findCashOut(ctx.db, id);
  if (!cashOut || cashOut.status === 'requested') return;
  const report = await askGateway(ctx, cashOut);
  for (;;) {
    const now = ctx.clock.now();
    const move = report && moveByPayout(cashOut.status, report);
    if (move === 'contradiction') await openContradiction(ctx, cashOut, report);
    if (!move || move === 'contradiction') {
      const nextPoll = nextPollAt(cashOut, now);
      if (report && nextPoll === null && isPartReturned(cashOut.status, report))
        await openPartReturned(ctx, cashOut, report);
      return schedulePoll(ctx.db, cashOut, nextPoll);
    }
    const current: CashOut = cashOut;
    const finishedAt = move.to === 'paid' || move.to === 'returned' ? now : null;
    const step: Step = {
      ...move,
      providerRef: report.ref,
      finishedAt,
      nextCheckAt: nextPollAt({ ...current, status: move.to, finishedAt }, now),
      source,
      at: now,
    };
    if (await transaction(ctx.db, (tx) => applyStep(ctx, tx, current, step))) return;
    const again = await findCashOut(ctx.db, id);
    if (!again) throw new Error(`cash-out ${id} is gone`);
    cashOut = again;
  }
};

/**
 * Two reports of the gateway contradict each other: an administrator compares its statement with
 * our steps.
 */
const openContradiction = async (
  { db, clock, log }: Ctx,
  { id: cashOutId, provider, status, amount, fee }: CashOut,
  report: PayoutReport | null,
): Promise<void> => {
  log.error(
    { cashOutId, status, report },
    'the gateway contradicts its earlier report of a cash-out',
  );
  const item = {
    kind: 'contradiction' as const,
    provider,
    ref: `cash-out:${cashOutId}`,
    chargeId: null,
    cashOutId,
    theirs: report?.amountCentavos ?? null,
    ours: centavos(amount - fee),
  };
  await transaction(db, (tx) => openItem(tx, item, clock.now()));
};

/**
 * A part came back and polling has ended: an administrator decides how the producer gets that part.
 */
const openPartReturned = async (
  { db, clock, log }: Ctx,
  { id: cashOutId, provider }: CashOut,
  { amountCentavos, returnedCentavos }: PayoutReport,
): Promise<void> => {
  log.error(
    { cashOutId, amountCentavos, returnedCentavos },
    'a part of a cash-out came back, and the rest did not follow',
  );
  const item = {
    kind: 'undecided' as const,
    provider,
    ref: `returned part of cash-out:${cashOutId}`,
    chargeId: null,
    cashOutId,
    theirs: returnedCentavos,
    ours: amountCentavos,
  };
  await transaction(db, (tx) => openItem(tx, item, clock.now()));
};

/**
 * Writes the step, its transfers and its notification, all or nothing. Returns false when the
 * cash-out had changed.
 */
const applyStep = async (
  ctx: Ctx,
  tx: Transaction,
  cashOut: CashOut,
  step: Step,
): Promise<boolean> => {
  if (!(await moveCashOut(tx, cashOut, step))) return false;
  const { id, profileId, amount, fee, provider } = cashOut;
  await ctx.outbox.publish(tx, {
    event: 'transactions',
    topics: [topicKey('member', profileId)],
    payload: { id, status: step.to },
  });
  if (step.to === 'paid' || step.to === 'returned')
    await notify(ctx, tx, {
      profileId,
      type: step.to === 'paid' ? 'cashOutPaid' : 'cashOutReturned',
      amount,
    });
  const paid = { payoutId: id, profileId, amount };
  if (step.to === 'paid')
    await ctx.ledger.postIn(tx, { kind: 'payoutPaid', ...paid, fee, gateway: provider });
  if (step.to === 'returned') {
    const transferId = cashOut.status === 'paid' ? await paidTransferOf(tx, id) : null;
    if (transferId)
      await ctx.ledger.reverseIn(tx, {
        transferId: transferId as TransferId,
        actorId: null,
        reason: step.reason ?? '',
      });
    await ctx.ledger.postIn(tx, { kind: 'payoutReturned', ...paid });
    await openItemIfRemoved(
      tx,
      profileId,
      {
        provider,
        ref: `removed account:${id}`,
        chargeId: null,
        cashOutId: id,
        theirs: amount,
      },
      step.at,
    );
  }
  return true;
};

/**
 * An administrator approves it (as the second one where two are required) or returns the money.
 * Throws validate.required without a reason and cashOut.alreadyDecided.
 */
export const decideOnCashOut = async (
  ctx: Ctx,
  { adminId, cashOut }: Allowed<CashOutDecision>,
  { approve, reason }: { approve: boolean; reason: string },
): Promise<CashOut['status']> => {
  if (!approve && reason === '') throw fieldError('reason', 'validate.required');
  const now = ctx.clock.now();
  const to = approve ? 'approved' : 'returned';
  const finishedAt = approve ? null : now;
  const step: Step = {
    to,
    reason: approve ? null : reason,
    providerRef: null,
    finishedAt,
    nextCheckAt: nextPollAt({ ...cashOut, status: to, finishedAt }, now),
    source: 'admin',
    at: now,
  };
  const done = await transaction(ctx.db, async (tx) => {
    const agreement = {
      adminId,
      action: 'cashOut.agreed',
      right: 'money.decide',
      profileId: cashOut.profileId,
      subjectId: cashOut.id,
      reason,
      now,
    } as const;
    if (
      approve &&
      !(await agreesToProposal(tx, ctx.config, {
        ...agreement,
        amount: cashOut.dayAmount,
        proposedBy: 'cashOut.asked',
      }))
    )
      return false;
    if (!(await applyStep(ctx, tx, cashOut, step))) throw new AppError('cashOut.alreadyDecided');
    if (approve) await ctx.jobs.enqueue(tx, 'funds.sendCashOut', { cashOutId: cashOut.id });
    const act = { profileId: cashOut.profileId, subjectId: cashOut.id, reason };
    await recordAct(tx, {
      ...act,
      adminId,
      action: approve ? 'cashOut.approved' : 'cashOut.refused',
      now,
    });
    if (!approve) await notifyDecided(ctx, tx, { ...act, action: 'cashOut.refused' });
    return true;
  });
  return done ? to : cashOut.status;
};

/**
 * Schedules the next poll; after a day without an answer an item is opened for an administrator.
 */
const postpone = async ({ db, clock, log }: Ctx, id: CashOutId): Promise<void> => {
  const cashOut = await findCashOut(db, id);
  if (!cashOut) return;
  const now = clock.now();
  await schedulePoll(db, cashOut, nextPollAt(cashOut, now));
  if (
    (cashOut.status !== 'approved' && cashOut.status !== 'sent') ||
    !isOverdue(cashOut.askedAt, now)
  )
    return;
  log.error({ cashOutId: id }, 'a cash-out has had no end for a day');
  const { provider, amount, fee } = cashOut;
  await transaction(db, (tx) =>
    openItem(
      tx,
      {
        kind: 'undecided',
        provider,
        ref: `cash-out:${id}`,
        chargeId: null,
        cashOutId: id,
        theirs: null,
        ours: centavos(amount - fee),
      },
      now,
    ),
  );
};

const BATCH = 32;
const LEASE_MS = 300_000;
export const DESTINATIONS_KEPT_DAYS = 180;
const DESTINATION_RETENTION_MS = DESTINATIONS_KEPT_DAYS * DAY_MS;

/** Returns false when the gateway gave no answer. */
const syncOrPostpone = async (ctx: Ctx, id: CashOutId): Promise<boolean> => {
  try {
    await syncCashOut(ctx, id, 'job');
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, cashOutId: id }, 'the gateway gives no answer about a cash-out');
    await postpone(ctx, id);
    return false;
  }
};

/**
 * Polls every cash-out that is due, so that a lost notification loses nothing. One without an
 * answer waits for the next run.
 */
export const pollCashOuts = async (ctx: Ctx, signal?: AbortSignal): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: POLL_CASH_OUTS_JOB,
      batch: BATCH,
      take: (now) =>
        takeDueCashOuts(ctx.db, {
          now,
          againAt: new Date(now.getTime() + LEASE_MS),
          limit: BATCH,
        }),
      idOf: String,
      signal,
    },
    (id) => syncOrPostpone(ctx, id),
  );
  await forgetDestinations(ctx.db, new Date(ctx.clock.now().getTime() - DESTINATION_RETENTION_MS));
};
