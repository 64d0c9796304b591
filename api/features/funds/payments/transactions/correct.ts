// Corrections of a movement by an administrator: a new movement, once, with a reason and a line in
// the administrators' log.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { type AdminAction, recordAct } from '../../../../platform/audit/audit.ts';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import { gatewayOf, type RefundReport } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import type { PostResult } from '../../../ledger/index.ts';
import { endReview, unlockIn } from '../reviews/decide.ts';
import { type Charge, findCharge, moveCharge } from '../charges/charge-store.ts';
import { postReturnedMoney } from '../charges/returned-money.ts';
import { type PaymentDeps, revokeSales } from '../purposes.ts';
import type { Correction } from './policy.ts';
import { heldParts, isChargeable, isLockedAgain, isSale, isUndone } from './rules.ts';
import { openRefund } from './open-refund.ts';
import { findTransaction, lockTransaction, releaseKey, type TransactionRow } from './store.ts';

type Done = 'transaction.alreadyReleased' | 'transaction.alreadyReversed';
type Act = (
  tx: Transaction,
  row: TransactionRow,
) => Promise<Pick<PostResult, 'transferId' | 'replayed'>>;

/**
 * Corrections of one movement run one after the other; each checks, acts and logs in one
 * transaction. A replay means that it was done before.
 */
const correctIn = async (
  ctx: Ctx,
  tx: Transaction,
  { adminId, transferId, reason }: Correction,
  action: AdminAction,
  done: Done,
  act: Act,
): Promise<TransferId> => {
  await lockTransaction(tx, transferId);
  const row = await findTransaction(tx, transferId);
  // The policy found it, and movements are never deleted.
  if (!row) throw new Error(`transfer ${transferId} is gone`);
  if (isUndone(row)) throw new AppError('transaction.alreadyReversed');
  const profileId =
    row.entries.find(({ owner, amount }) => owner !== null && amount > 0)?.owner ?? null;
  await recordAct(tx, {
    adminId,
    action,
    profileId,
    subjectId: transferId,
    reason,
    now: ctx.clock.now(),
  });
  const result = await act(tx, row);
  if (result.replayed) throw new AppError(done);
  return result.transferId;
};

const correct = (
  ctx: Ctx,
  correction: Correction,
  action: AdminAction,
  done: Done,
  act: Act,
): Promise<TransferId> =>
  transaction(ctx.db, (tx) => correctIn(ctx, tx, correction, action, done, act));

/** Converts wallet.insufficient: the money is spent, or was released before. */
const mapInsufficient = async (
  code: 'transaction.alreadyReleased' | 'transaction.spent',
  work: () => Promise<PostResult>,
): Promise<PostResult> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === 'wallet.insufficient'
      ? new AppError(code)
      : error;
  }
};

/**
 * Locked money of a payment is released: one under review, or one whose refund failed and left its
 * money locked again.
 */
const releasePayment = async (
  ctx: Ctx,
  tx: Transaction,
  row: TransactionRow,
  adminId: ProfileId,
): Promise<PostResult> => {
  const charge = row.chargeId && (await findCharge(tx, row.chargeId));
  const isLocked =
    charge &&
    (row.kind === 'topUp'
      ? await endReview(ctx, tx, charge, 'released', adminId)
      : isLockedAgain(row));
  if (!isLocked)
    throw new AppError(row.releasedBy ? 'transaction.alreadyReleased' : 'transaction.notPossible');
  return unlockIn(ctx, tx, charge, adminId);
};

const chargeOf = async (
  tx: Transaction,
  { kind, chargeId }: TransactionRow,
): Promise<Charge | null> => (kind === 'topUp' && chargeId ? findCharge(tx, chargeId) : null);

/**
 * Releases the producer's share of one sale early, or the money of a payment under review. Throws
 * transaction.notPossible and transaction.alreadyReleased.
 */
export const releaseSale = (ctx: Ctx, correction: Allowed<Correction>): Promise<TransferId> =>
  correct(
    ctx,
    correction,
    'transaction.released',
    'transaction.alreadyReleased',
    async (tx, row) => {
      if (row.kind === 'topUp' || row.kind === 'refundFailed')
        return releasePayment(ctx, tx, row, correction.adminId);
      if (!isSale(row) || !row.entries.some(({ releaseAt }) => releaseAt !== null))
        throw new AppError('transaction.notPossible');
      const [first, ...later] = heldParts(row, ctx.clock.now());
      if (!first) throw new AppError('transaction.alreadyReleased');
      const release = ({ owner: profileId, releaseAt, amount }: typeof first, key: string) =>
        mapInsufficient('transaction.alreadyReleased', () =>
          ctx.ledger.postIn(tx, {
            kind: 'release',
            key,
            profileId,
            releaseAt,
            amount,
            actorId: correction.adminId,
          }),
        );
      for (const [index, part] of later.entries())
        await release(part, `${releaseKey(row.id)}:${index + 1}`);
      return release(first, releaseKey(row.id));
    },
  );

/**
 * Reverses a top-up or a sale in full, in the caller's transaction. Throws transaction.notPossible,
 * transaction.alreadyReversed, and transaction.spent when its receiver has spent the money.
 */
export const reverseTransactionIn = (
  ctx: Ctx,
  tx: Transaction,
  deps: PaymentDeps,
  correction: Allowed<Correction>,
): Promise<TransferId> =>
  correctIn(
    ctx,
    tx,
    correction,
    'transaction.reversed',
    'transaction.alreadyReversed',
    async (_tx, row) => {
      if (row.kind !== 'topUp' && !isSale(row)) throw new AppError('transaction.notPossible');
      await revokeSales(ctx, deps, tx, [row.id]);
      const charge = await chargeOf(tx, row);
      if (charge) await endReview(ctx, tx, charge, 'reversed', correction.adminId);
      return reverse(ctx, tx, correction, row);
    },
  );

/** As `reverseTransactionIn`, in a transaction of its own. */
export const reverseTransaction = (
  ctx: Ctx,
  deps: PaymentDeps,
  correction: Allowed<Correction>,
): Promise<TransferId> =>
  transaction(ctx.db, (tx) => reverseTransactionIn(ctx, tx, deps, correction));

const reverse = (
  { ledger }: Ctx,
  tx: Transaction,
  { adminId, reason }: Correction,
  { id, releasedBy }: TransactionRow,
): Promise<PostResult> =>
  mapInsufficient('transaction.spent', () =>
    ledger.reverseIn(tx, {
      transferId: id,
      actorId: adminId,
      reason,
      released: releasedBy !== null,
    }),
  );

/**
 * Refunds a top-up: takes it out of the wallet first, then a job refunds it at the gateway under
 * one id. Throws transaction.notPossible.
 */
export const reversePayment = (ctx: Ctx, correction: Allowed<Correction>): Promise<TransferId> =>
  correct(
    ctx,
    correction,
    'transaction.refunded',
    'transaction.alreadyReversed',
    async (tx, row) => {
      const charge = await chargeOf(tx, row);
      if (!charge || gatewayOf(ctx.payments, charge.provider).can.refund === 'none')
        throw new AppError('transaction.notPossible');
      const review = await endReview(ctx, tx, charge, 'refunded', correction.adminId);
      await openRefund(ctx, tx, { charge, transferId: row.id, fromLocked: review !== null });
      return reverse(ctx, tx, correction, row);
    },
  );

/**
 * Records a chargeback of a card payment that the acquirer's site shows, with the deadline for an
 * answer that it shows. Throws transaction.notPossible.
 */
export const chargeBack = (
  ctx: Ctx,
  deps: PaymentDeps,
  correction: Allowed<Correction>,
  answerBy: Date | null = null,
): Promise<TransferId> =>
  correct(
    ctx,
    correction,
    'transaction.chargedBack',
    'transaction.alreadyReversed',
    async (tx, row) => {
      const charge = isChargeable(row) ? await chargeOf(tx, row) : null;
      if (!charge) throw new AppError('transaction.notPossible');
      const at = ctx.clock.now();
      const { paidCentavos, paidAt, amountCentavos } = charge;
      const moved = await moveCharge(tx, charge, {
        to: 'charged_back',
        credit: false,
        failureCode: null,
        paidCentavos,
        paidAt,
        nextCheckAt: null,
        source: 'admin',
        at,
      });
      const byBank: RefundReport = {
        refundId: row.id,
        ref: `recorded:${row.id}`,
        origin: 'disputed',
        state: 'done',
        amountCentavos,
        at,
      };
      const transferId = moved
        ? await postReturnedMoney(ctx, deps, tx, charge, {
            received: paidCentavos,
            returned: amountCentavos,
            refunds: [byBank],
            answerBy,
          })
        : null;
      if (!transferId) throw new AppError('transaction.alreadyReversed');
      return { transferId, replayed: false };
    },
  );
