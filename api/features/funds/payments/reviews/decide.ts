// Decisions on a locked payment, by an administrator, the acquirer or the deadline: it is released
// or refunded.
import { topicKey } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';
import { recordAct } from '../../../../platform/audit/audit.ts';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import { gatewayOf } from '../../../../platform/payments/port.ts';
import { drainDue } from '../../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../../context.ts';
import type { PostResult } from '../../../ledger/index.ts';
import { notify } from '../../../notifications/index.ts';
import { openRefund } from '../transactions/open-refund.ts';
import { lockTransaction } from '../transactions/store.ts';
import { type Charge, findCharge } from '../charges/charge-store.ts';
import {
  closeReview,
  DECIDE_REVIEWS_JOB,
  type Decision,
  listDueReviews,
  type Review,
} from './store.ts';

/** Ends a charge's review and notifies its payer; null when no review was open. */
export const endReview = async (
  ctx: Ctx,
  tx: Transaction,
  { id, profileId, amountCentavos, status }: Charge,
  decision: Decision,
  by: ProfileId | null,
): Promise<Review | null> => {
  const review = await closeReview(tx, id, { decision, at: ctx.clock.now(), by });
  if (!review) return null;
  await notify(ctx, tx, {
    profileId,
    type: decision === 'released' ? 'topUpReleased' : 'topUpReturned',
    amount: amountCentavos,
  });
  await ctx.outbox.publish(tx, {
    event: 'transactions',
    topics: [topicKey('member', profileId)],
    payload: { id, status },
  });
  return review;
};

/** Unlocks a top-up; the payer's debt is paid from it first. */
export const unlockIn = async (
  { ledger }: Ctx,
  tx: Transaction,
  { id: chargeId, profileId, amountCentavos: amount }: Charge,
  actorId: ProfileId | null,
): Promise<PostResult> => {
  const posted = await ledger.postIn(tx, { kind: 'unlock', chargeId, profileId, amount, actorId });
  await ledger.payDebtIn(tx, { chargeId, profileId });
  return posted;
};

/** Money of a gateway without refunds can only be released. */
const possibleDecision = (
  { payments }: Ctx,
  { provider }: Charge,
  decision: 'release' | 'refund',
): 'release' | 'refund' =>
  decision === 'refund' && gatewayOf(payments, provider).can.refund !== 'none'
    ? 'refund'
    : 'release';

/** Decides without an administrator, once, with a line in the administrators' log. */
const decideAutomatically = async (
  ctx: Ctx,
  { chargeId, transferId }: Review,
  decision: 'release' | 'refund',
  reason: string,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    await lockTransaction(tx, transferId);
    const charge = await findCharge(tx, chargeId);
    if (!charge) throw new Error(`charge ${chargeId} is gone`);
    const outcome = possibleDecision(ctx, charge, decision);
    if (!(await endReview(ctx, tx, charge, outcome === 'release' ? 'released' : 'refunded', null)))
      return;
    await recordAct(tx, {
      adminId: null,
      action: outcome === 'release' ? 'transaction.released' : 'transaction.refunded',
      profileId: charge.profileId,
      subjectId: transferId,
      reason,
      now: ctx.clock.now(),
    });
    if (outcome === 'release') {
      await unlockIn(ctx, tx, charge, null);
      return;
    }
    await openRefund(ctx, tx, { charge, transferId, fromLocked: true });
    await ctx.ledger.reverseIn(tx, { transferId, actorId: null, reason });
  });
};

const BATCH = 100;

/**
 * Decides overdue reviews as CARD_REVIEW_DEFAULT says. A payment whose gateway is no longer
 * configured is postponed and waits for an administrator.
 */
export const decideDueReviews = async (ctx: Ctx): Promise<void> => {
  const { config, db } = ctx;
  await drainDue(
    ctx,
    {
      job: DECIDE_REVIEWS_JOB,
      batch: BATCH,
      take: (now) => listDueReviews(db, now, BATCH),
      idOf: ({ chargeId }) => chargeId,
    },
    (review) =>
      decideAutomatically(
        ctx,
        review,
        config.CARD_REVIEW_DEFAULT,
        `no administrator decided within ${config.CARD_REVIEW_HOURS} hours`,
      ),
  );
};

/** Applies a late decision of the acquirer's fraud screen. */
export const applyScreening = (
  ctx: Ctx,
  review: Review,
  screening: 'accepted' | 'rejected',
): Promise<void> =>
  decideAutomatically(
    ctx,
    review,
    screening === 'accepted' ? 'release' : 'refund',
    `the acquirer's fraud screen: ${screening}`,
  );
