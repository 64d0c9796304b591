// Takes back one sale of several that a decision is about; one that can't be taken back keeps no
// other.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Ctx } from '../../../../context.ts';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { allow } from '../../../../platform/http/allowed.ts';
import type { PaymentDeps } from '../purposes.ts';
import { reverseTransaction, reverseTransactionIn } from './correct.ts';

const STAYS: readonly string[] = [
  'transaction.alreadyReversed',
  'transaction.spent',
  'transaction.notPossible',
];

type Reversal = { adminId: ProfileId; transferId: TransferId; reason: string };

/** In the caller's transaction. Throws transaction.alreadyReversed and transaction.spent. */
export const reverseSaleIn = async (
  ctx: Ctx,
  tx: Transaction,
  deps: PaymentDeps,
  act: Reversal,
): Promise<void> => {
  await reverseTransactionIn(ctx, tx, deps, allow(act));
};

class TrialEnd extends Error {}

/** Whether the sale could be taken back now: it is, and the transaction is rolled back. */
export const canReverseSale = async (
  ctx: Ctx,
  deps: PaymentDeps,
  act: Reversal,
): Promise<boolean> => {
  try {
    await transaction(ctx.db, async (tx) => {
      await reverseSaleIn(ctx, tx, deps, act);
      throw new TrialEnd();
    });
  } catch (error) {
    if (error instanceof TrialEnd) return true;
    if (error instanceof AppError && STAYS.includes(error.code)) return false;
    throw error;
  }
  return false;
};

/** False when it was taken back before, or can't be: its producer has spent it. */
export const reverseSale = async (ctx: Ctx, deps: PaymentDeps, act: Reversal): Promise<boolean> => {
  try {
    await reverseTransaction(ctx, deps, allow(act));
    return true;
  } catch (error) {
    if (error instanceof AppError && STAYS.includes(error.code)) return false;
    throw error;
  }
};
