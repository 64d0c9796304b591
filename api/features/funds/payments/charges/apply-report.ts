// The only place that changes a charge: a gateway's report becomes a step, and a payment becomes
// money, in one transaction.
import { topicKey } from '@camarim/contract/events';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import type { ChargeReport } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { type NotificationInput, notify } from '../../../notifications/index.ts';
import { recordNetworkRef, markRefused } from '../cards/store.ts';
import { applyScreening } from '../reviews/decide.ts';
import { suspendTopUp, findSuspicion } from '../reviews/suspend.ts';
import { findOpenReview } from '../reviews/store.ts';
import { openItem, openItemIfRemoved } from '../../reconciliation/open-item.ts';
import {
  type Charge,
  type Source,
  type Step,
  findCharge,
  moveCharge,
  schedulePoll,
} from './charge-store.ts';
import { returnedMoneyOf, postReturnedMoney } from './returned-money.ts';
import { type Move, moveByReport, nextCheckAt } from './rules.ts';
import { fulfillerOf, type PaymentDeps } from '../purposes.ts';

/**
 * Why a charge is polled, and the gateway's report: null when the gateway did not answer or does
 * not know the charge.
 */
export type PollResult = { source: Source; report: ChargeReport | null; answered: boolean };

/**
 * A gateway that reports nothing new of a payment it has notified of is behind its own
 * notification: it is polled again this soon.
 */
const BEHIND_MS = 60_000;

/**
 * Records what the report says of the card: the network reference for later charges, or a refusal
 * for good.
 */
const recordCard = async (
  tx: Transaction,
  { savedPaymentId }: Charge,
  report: ChargeReport | null,
  at: Date,
): Promise<void> => {
  if (!savedPaymentId || !report) return;
  if (report.networkRef !== undefined && report.state === 'paid')
    await recordNetworkRef(tx, savedPaymentId, report.networkRef);
  if (report.decline?.class === 'irreversible') await markRefused(tx, savedPaymentId, at);
};

export const applyReport = (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  look: PollResult & { report: ChargeReport },
): Promise<Charge> =>
  advanceCharge(ctx, deps, charge, look, (current) => moveByReport(current, look.report));

/**
 * Applies the step that `decide` returns for the present charge. When another process changed the
 * charge after it was read, it decides again.
 */
export const advanceCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  look: PollResult,
  decide: (charge: Charge) => Move | null,
): Promise<Charge> => {
  let current = charge;
  for (;;) {
    const move = decide(current);
    if (!move) {
      await syncReturns(ctx, deps, current, look);
      await syncReview(ctx, current, look);
      await schedulePoll(ctx.db, current, nextPoll(ctx, current, look));
      return current;
    }
    const moved = await applyStep(
      ctx,
      deps,
      current,
      stepOf(ctx, current, move, look),
      look.report,
    );
    const found = await findCharge(ctx.db, charge.id);
    if (!found) throw new Error(`charge ${charge.id} is gone`);
    if (moved) {
      return found;
    }
    current = found;
  }
};

/** Posts money that went back: a charge is paid once, and its money may return in several parts. */
const syncReturns = async (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  { report }: PollResult,
): Promise<void> => {
  if (charge.paidAt === null || !report) return;
  const found = returnedMoneyOf(report);
  if (report.state === 'canceled')
    await transaction(ctx.db, (tx) =>
      openItem(
        tx,
        {
          kind: 'contradiction',
          provider: charge.provider,
          ref: `charge:${charge.id}`,
          chargeId: charge.id,
          cashOutId: null,
          theirs: null,
          ours: charge.amountCentavos,
        },
        ctx.clock.now(),
      ),
    );
  if (found.returned === 0) return;
  await transaction(ctx.db, (tx) => postReturnedMoney(ctx, deps, tx, charge, found));
};

/** Applies the acquirer's late fraud decision to locked money. */
const syncReview = async (
  ctx: Ctx,
  { id, status, heldUntil }: Charge,
  { report }: PollResult,
): Promise<void> => {
  const screening = report?.screening;
  if (
    status !== 'paid' ||
    heldUntil === null ||
    (screening !== 'accepted' && screening !== 'rejected')
  )
    return;
  const review = await findOpenReview(ctx.db, id);
  if (review?.reason === 'acquirer') await applyScreening(ctx, review, screening);
};

/** Credited by a gateway that does not report returns: it must be polled. */
const isWatched = (
  { payments }: Ctx,
  { provider, paidAt }: Pick<Charge, 'provider' | 'paidAt'>,
): boolean => paidAt !== null && payments[provider]?.sendsNoNotifications === true;

const nextPoll = (ctx: Ctx, charge: Charge, { source, answered }: PollResult): Date | null => {
  const now = ctx.clock.now();
  const next = nextCheckAt({ ...charge, watched: isWatched(ctx, charge) }, now, answered);
  const soon = new Date(now.getTime() + BEHIND_MS);
  return source === 'webhook' && next !== null && soon < next ? soon : next;
};

const stepOf = (ctx: Ctx, charge: Charge, move: Move, { source, report }: PollResult): Step => {
  const now = ctx.clock.now();
  const presentment = move.to === 'pending' ? (report?.presentment ?? undefined) : undefined;
  const received = report?.receipts.map(({ receivedAt }) => receivedAt.getTime()) ?? [];
  const paidAt = move.credit ? new Date(Math.max(...received)) : charge.paidAt;
  const after = {
    ...charge,
    ...move,
    status: move.to,
    expiresAt: presentment?.expiresAt ?? charge.expiresAt,
    watched: isWatched(ctx, { ...charge, paidAt }),
  };
  return {
    ...move,
    paidAt,
    providerRef: report?.providerRef,
    presentment,
    decline: report?.decline,
    nextCheckAt: nextCheckAt(after, now, true),
    source,
    at: now,
  };
};

/**
 * Writes the step, its transfers and its notifications, all or nothing. Returns false when the
 * charge had changed.
 */
const applyStep = (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  step: Step,
  report: ChargeReport | null,
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    if (!(await moveCharge(tx, charge, step))) return false;
    const { ledger } = ctx;
    const { id, profileId, provider, amountCentavos } = charge;
    const credit = () =>
      ledger.postIn(tx, {
        kind: 'topUp',
        chargeId: id,
        profileId,
        gateway: report?.receipts[0]?.through ?? provider,
        amount: amountCentavos,
      });
    const suspicion = step.credit ? await findSuspicion(ctx, tx, charge, report) : null;
    // First, because what it buys is locked before accounts.
    const spent =
      step.credit &&
      !suspicion &&
      (await fulfillerOf(deps, charge).fulfil(ctx, tx, charge, credit));
    await ctx.outbox.publish(tx, {
      event: 'transactions',
      topics: [topicKey('member', profileId)],
      payload: { id, status: step.to },
    });
    const notice = suspicion ? null : noticeOf(charge, step);
    if (notice && !spent) await notify(ctx, tx, notice);
    await recordCard(tx, charge, report, step.at);
    if (suspicion) await suspendTopUp(ctx, tx, charge, suspicion);
    else if (step.credit) await ledger.payDebtIn(tx, { chargeId: id, profileId });
    if (report) await postReturnedMoney(ctx, deps, tx, charge, returnedMoneyOf(report));
    if (step.credit)
      await openItemIfRemoved(
        tx,
        profileId,
        {
          provider: charge.provider,
          ref: `removed account:${id}`,
          chargeId: id,
          cashOutId: null,
          theirs: charge.amountCentavos,
        },
        step.at,
      );
    return true;
  });

const noticeOf = (
  { profileId, amountCentavos }: Charge,
  { credit, failureCode, paidCentavos }: Step,
): NotificationInput | null => {
  if (credit) return { profileId, type: 'topUp', amount: amountCentavos };
  return failureCode === 'charge.otherAmount'
    ? { profileId, type: 'topUpReview', amount: paidCentavos }
    : null;
};
