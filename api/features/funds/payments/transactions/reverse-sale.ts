// Takes back one sale of several that a decision is about; one that can't be taken back keeps no
// other.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Ctx } from '../../../../context.ts';
import type { Database } from '../../../../platform/database/database.ts';
import {
  type Transaction,
  transaction,
  withoutEffect,
} from '../../../../platform/database/transaction.ts';
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

const tryReversal = (
  ctx: Ctx,
  tx: Transaction,
  deps: PaymentDeps,
  act: Reversal,
): Promise<boolean> =>
  withoutEffect(tx, async () => {
    try {
      await reverseSaleIn(ctx, tx, deps, act);
      return true;
    } catch (error) {
      if (error instanceof AppError && STAYS.includes(error.code)) return false;
      throw error;
    }
  });

/**
 * Whether the sale could be taken back now: it is, and that is rolled back. In the caller's
 * transaction where there is one: a second connection might wait for the first.
 */
export const canReverseSale = (
  ctx: Ctx,
  db: Database,
  deps: PaymentDeps,
  act: Reversal,
): Promise<boolean> =>
  db.isTransaction
    ? tryReversal(ctx, db as Transaction, deps, act)
    : transaction(db, (tx) => tryReversal(ctx, tx, deps, act));

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
