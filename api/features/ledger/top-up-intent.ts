// The reply 402: how much is missing, how much to top up, and the purchase to finish afterwards.
import type { intentSchema } from '@camarim/contract/sales';
import { suggestedTopUp } from '@camarim/contract/limits';
import type { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Shortage } from './service.ts';

/** The purchase to repeat after a top-up, in the contract's shape. */
export type Intent = z.input<typeof intentSchema>;

/**
 * Runs a payment; when the wallet is short, throws wallet.insufficient with what the wallet dialog
 * needs.
 */
export const withTopUpIntent = async <Paid>(
  pay: () => Promise<Paid>,
  intent: () => Promise<Intent>,
): Promise<Paid> => {
  try {
    return await pay();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'wallet.insufficient') throw error;
    const { balance } = error.data.reply as Shortage;
    const wanted = await intent();
    throw new AppError('wallet.insufficient', {
      reply: {
        needed: wanted.value,
        balance,
        suggested: suggestedTopUp(wanted.value),
        intent: wanted,
      },
    });
  }
};
