// Refunds a payment at its gateway, once; when the gateway refuses, the money returns to where it
// was.
import { MINUTE_MS } from '@camarim/contract/time';
import { transaction } from '../../../../platform/database/transaction.ts';
import { drainDue } from '../../../../platform/failing-items/drain-due.ts';
import { withGatewayLock } from '../../../../platform/payments/gateway-lock.ts';
import {
  GatewayError,
  gatewayOf,
  type PaymentProvider,
  type RefundReport,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { openItem, openItemIfRemoved } from '../../reconciliation/open-item.ts';
import { type Charge, findCharge } from '../charges/charge-store.ts';
import type { PaymentDeps } from '../purposes.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { couldRepeat, isOverdue, nextTryAt, provesFailure, termsOf } from './refund-rules.ts';
import {
  findOpenRefund,
  finishRefund,
  POLL_REFUNDS_JOB,
  postponeRefund,
  recordProviderRef,
  recordTerms,
  type Refund,
  type RefundTerms,
  takeDueRefunds,
} from './refund-store.ts';

/**
 * Polls for the receipts. Throws GatewayError (`unknown`) when the gateway does not show the
 * payment: it was credited, so it exists.
 */
const findTerms = async (
  provider: PaymentProvider,
  { id, providerRef, amountCentavos, method }: Charge,
  amount: Refund['amount'],
): Promise<RefundTerms> => {
  const report = await provider.status({ chargeId: id, providerRef, amountCentavos, method });
  if (!report || report.receipts.length === 0)
    throw new GatewayError('unknown', 'the gateway does not show the payment to refund');
  const terms = termsOf(report.receipts, amount);
  if (!terms)
    throw new GatewayError('refused', 'no single receipt of this charge is as large as the refund');
  return terms;
};

const askGateway = async (ctx: Ctx, charge: Charge, refund: Refund): Promise<RefundReport> => {
  const { id: refundId, amount: amountCentavos, askedAt, providerRef } = refund;
  const provider = gatewayOf(ctx.payments, charge.provider);
  const found = refund.terms ?? (await findTerms(provider, charge, amountCentavos));
  // Recorded before the request: a later attempt must know the earlier refunds, and that it is not
  // the first.
  const terms = await recordTerms(ctx.db, refundId, found, ctx.clock.now());
  const known = {
    refundId,
    amountCentavos,
    receiptRef: terms.receiptRef,
    otherRefs: terms.otherRefs,
    ...(providerRef !== null && { ref: providerRef }),
  };
  const again = askedAt !== null && (providerRef !== null || couldRepeat(terms, amountCentavos));
  const shown = again ? await provider.refundStatus(known) : null;
  if (again && !shown && (providerRef !== null || !provesFailure(askedAt, ctx.clock.now())))
    throw new GatewayError('unknown', 'the gateway does not show a refund that it may have taken');
  const report =
    shown ?? (await provider.refund({ ...known, receiptCentavos: terms.receiptCentavos }));
  if (report.ref !== '' && report.ref !== providerRef)
    await recordProviderRef(ctx.db, refundId, report.ref);
  return report;
};

/**
 * The gateway's answer; a refusal that proves that nothing happened counts as one. Throws
 * GatewayError for other errors.
 */
const answerOf = async (
  ctx: Ctx,
  charge: Charge,
  refund: Refund,
): Promise<RefundReport['state']> => {
  try {
    return (await askGateway(ctx, charge, refund)).state;
  } catch (error) {
    if (
      !(error instanceof GatewayError) ||
      error.outcome !== 'refused' ||
      !provesFailure(refund.askedAt, ctx.clock.now())
    )
      throw error;
    ctx.log.error({ err: error, refundId: refund.id }, 'a payment could not be refunded');
    return 'failed';
  }
};

/** Counts the attempt; after a day without a result an item is opened for an administrator. */
const postpone = async (
  ctx: Ctx,
  charge: Charge,
  { id, attempts, askedAt, createdAt, amount }: Refund,
): Promise<void> => {
  const now = ctx.clock.now();
  await postponeRefund(ctx.db, id, nextTryAt(attempts, now));
  if (!isOverdue(askedAt ?? createdAt, now)) return;
  ctx.log.error(
    { refundId: id, chargeId: charge.id, attempts },
    'a refund has had no result for a day',
  );
  await transaction(ctx.db, (tx) =>
    openItem(
      tx,
      {
        kind: 'undecided',
        provider: charge.provider,
        ref: `refund:${id}`,
        chargeId: charge.id,
        cashOutId: null,
        theirs: null,
        ours: amount,
      },
      now,
    ),
  );
};

/** Returns whether the refund is finished. */
const askAndRecord = async (ctx: Ctx, refundId: string): Promise<boolean> => {
  const refund = await findOpenRefund(ctx.db, refundId);
  const charge = refund && (await findCharge(ctx.db, refund.chargeId));
  if (!refund || !charge) return false;
  let status: RefundReport['state'];
  try {
    status = await answerOf(ctx, charge, refund);
  } catch (error) {
    await postpone(ctx, charge, refund);
    throw error;
  }
  if (status === 'processing') {
    await postpone(ctx, charge, refund);
    return false;
  }
  await transaction(ctx.db, async (tx) => {
    if (!(await finishRefund(tx, refund, status, ctx.clock.now())) || status !== 'failed') return;
    const { profileId, amount, chargeId, fromLocked } = refund;
    await ctx.ledger.postIn(tx, {
      kind: 'refundFailed',
      refundId,
      chargeId,
      profileId,
      gateway: charge.provider,
      amount,
      ...(fromLocked && { locked: true }),
    });
    await openItemIfRemoved(
      tx,
      profileId,
      {
        provider: charge.provider,
        ref: `removed account refund:${refundId}`,
        chargeId,
        cashOutId: null,
        theirs: amount,
      },
      ctx.clock.now(),
    );
    // The money is locked again, so an administrator must decide.
    if (fromLocked)
      await openItem(
        tx,
        {
          kind: 'undecided',
          provider: charge.provider,
          ref: `refused refund:${refundId}`,
          chargeId,
          cashOutId: null,
          theirs: null,
          ours: amount,
        },
        ctx.clock.now(),
      );
  });
  return true;
};

/**
 * Requests or polls a refund and applies the answer. Throws GatewayError (`unknown`, `invalid`);
 * nothing has changed then.
 */
export const refundPayment = async (
  ctx: Ctx,
  deps: PaymentDeps,
  refundId: string,
): Promise<void> => {
  const refund = await findOpenRefund(ctx.db, refundId);
  if (!refund) return;
  // Refunds of a charge are distinguished by its other returns, so they and the charge's own steps
  // share one lock.
  const ended = await withGatewayLock(ctx, { kind: 'charge', id: refund.chargeId }, () =>
    askAndRecord(ctx, refundId),
  );
  if (ended) await syncCharge(ctx, deps, refund.chargeId, 'reconciliation');
};

const BATCH = 50;
/** Longer than a batch takes when every call times out. */
const LEASE_MS = 30 * MINUTE_MS;

/**
 * Polls due refunds: pending, or without an answer. One that fails is postponed and stops no other.
 */
export const pollRefunds = async (
  ctx: Ctx,
  deps: PaymentDeps,
  signal?: AbortSignal,
): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: POLL_REFUNDS_JOB,
      batch: BATCH,
      take: (now) =>
        takeDueRefunds(ctx.db, {
          now,
          againAt: new Date(now.getTime() + LEASE_MS),
          limit: BATCH,
        }),
      idOf: String,
      signal,
    },
    (id) => pollRefund(ctx, deps, id),
  );
};

/** Returns false when the gateway gave no answer. */
const pollRefund = async (ctx: Ctx, deps: PaymentDeps, id: string): Promise<boolean> => {
  try {
    await refundPayment(ctx, deps, id);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, refundId: id }, 'the gateway gives no answer about a refund');
    return false;
  }
};
