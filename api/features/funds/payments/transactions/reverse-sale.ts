// Takes back one sale of several that a decision is about; one that can't be taken back keeps no
// other.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { allow } from '../../../../platform/http/allowed.ts';
import type { PaymentDeps } from '../purposes.ts';
import { reverseTransaction } from './correct.ts';

const STAYS: readonly string[] = [
  'transaction.alreadyReversed',
  'transaction.spent',
  'transaction.notPossible',
];

/** False when it was taken back before, or can't be: its producer has spent it. */
export const reverseSale = async (
  ctx: Ctx,
  deps: PaymentDeps,
  act: { adminId: ProfileId; transferId: TransferId; reason: string },
): Promise<boolean> => {
  try {
    await reverseTransaction(ctx, deps, allow(act));
    return true;
  } catch (error) {
    if (error instanceof AppError && STAYS.includes(error.code)) return false;
    throw error;
  }
};
