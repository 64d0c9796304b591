// The money of entries: locked ahead, settled when it is delivered, released otherwise. All of it
// in the caller's transaction, with the entry locked.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { checkPayment } from '../../spending/index.ts';
import type { EntryRow } from './entries-store.ts';
import { addEarnings, decidePayment, insertPayment, type PaymentRow } from './payments-store.ts';

/** What a payment needs to know of an entry. */
export type Payer = Pick<
  EntryRow,
  'id' | 'live_id' | 'profile_id' | 'price_centavos' | 'fee_bps' | 'paid_by'
>;

const movementOf = (
  { live_id: liveId, profile_id: buyerId, price_centavos: price, fee_bps: feeBps, paid_by }: Payer,
  sellerId: ProfileId,
  paymentId: string,
): {
  kind: 'show';
  buyerId: ProfileId;
  sellerId: ProfileId;
  liveId: LiveId;
  paymentId: string;
  price: EntryRow['price_centavos'];
  feeBps: number;
  source?: 'pix' | 'card';
} => ({
  kind: 'show',
  buyerId,
  sellerId,
  liveId,
  paymentId,
  price,
  feeBps,
  ...(paid_by && { source: paid_by }),
});

/**
 * Locks minute `number`, or the ticket (0): wallet -> escrow. Throws wallet.insufficient and the
 * refusals of spending limits before it has written anything.
 */
export const lockPayment = async (
  ctx: Ctx,
  tx: Transaction,
  entry: Payer,
  sellerId: ProfileId,
  number: number,
): Promise<TransferId> => {
  await checkPayment(ctx, tx, {
    payerId: entry.profile_id,
    producerId: sellerId,
    price: entry.price_centavos,
  });
  const id = newId();
  const { transferId } = await ctx.ledger.postIn(tx, {
    ...movementOf(entry, sellerId, id),
    step: 'lock',
  });
  await insertPayment(tx, { id, entry_id: entry.id, number, lock_id: transferId }, ctx.clock.now());
  return transferId;
};

/** What a limit of the payer, or of card money, refuses. */
const LIMITS: readonly string[] = [
  'spending.dayLimit',
  'spending.monthLimit',
  'fraud.pairAmount',
  'fraud.pairSales',
  'fraud.newPayer',
];

/** As `lockPayment`; returns why it could not be paid instead of throwing that. */
export const tryLock = async (
  ctx: Ctx,
  tx: Transaction,
  entry: Payer,
  sellerId: ProfileId,
  number: number,
): Promise<'money' | 'limit' | null> => {
  try {
    await lockPayment(ctx, tx, entry, sellerId, number);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'wallet.insufficient') return 'money';
    if (LIMITS.includes(error.code)) return 'limit';
    throw error;
  }
};

/**
 * Pays the producer: escrow -> their share and the fee. False when their account is removed:
 * nothing moved.
 */
export const settlePayment = async (
  ctx: Ctx,
  tx: Transaction,
  entry: Payer,
  sellerId: ProfileId,
  payment: PaymentRow,
): Promise<boolean> => {
  try {
    const { transferId } = await ctx.ledger.postIn(tx, {
      ...movementOf(entry, sellerId, payment.id),
      step: 'settle',
    });
    const settled = { state: 'settled', settlement_id: transferId } as const;
    await decidePayment(tx, payment.id, settled, ctx.clock.now());
    await addEarnings(tx, entry.live_id, entry.price_centavos);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'profile.notFound') return false;
    throw error;
  }
};

/** Gives the money back: escrow -> wallet. */
export const releasePayment = async (
  ctx: Ctx,
  tx: Transaction,
  payment: PaymentRow,
): Promise<void> => {
  await ctx.ledger.reverseIn(tx, {
    transferId: payment.lock_id,
    actorId: null,
    reason: 'this part of the show was not delivered',
  });
  await decidePayment(tx, payment.id, { state: 'released' }, ctx.clock.now());
};
