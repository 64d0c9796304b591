// Takes back one sale of several that a decision is about; one that can't be taken back keeps no
// other.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Ctx } from '../../../../context.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { allow } from '../../../../platform/http/allowed.ts';
import type { PaymentDeps } from '../purposes.ts';
import { reverseTransaction, reverseTransactionIn } from './correct.ts';
import { isSale, isUndone, shareParts } from './rules.ts';
import { findTransaction } from './store.ts';

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

/**
 * Whether the sale could be taken back now: it is not yet, and its producer has what of its share
 * left `pending`.
 */
export const canReverseSale = async (
  { ledger }: Pick<Ctx, 'ledger'>,
  db: Database,
  transferId: TransferId,
): Promise<boolean> => {
  const row = await findTransaction(db, transferId);
  if (!row || isUndone(row) || !isSale(row)) return false;
  const parts = shareParts(row).filter(({ held }) => row.releasedBy !== null || !held);
  const [released] = parts;
  if (!released) return true;
  const { available } = await ledger.earningsIn(db, released.owner);
  return available >= parts.reduce((total, { amount }) => total + amount, 0);
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
