// Tops up the wallet from the default card to cover a renewal; idempotent per key.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../../context.ts';
import { renewalOrder } from '../top-up/policy.ts';
import type { PaymentDeps } from '../purposes.ts';
import { startTopUp } from '../top-up/start-top-up.ts';
import { isExpired } from './rules.ts';
import { listSaved } from './store.ts';

/**
 * Errors after which a renewal by card is retried on another day: its limits, or an unavailable
 * gateway.
 */
const TEMPORARY_REFUSALS: readonly string[] = [
  'wallet.dayLimit',
  'wallet.monthLimit',
  'wallet.methodUnavailable',
  'gateway.unavailable',
  'gateway.refused',
];

/** `none`: no card is stored. `refusedForGood`: this card must not be charged again. */
export const chargeDefaultCard =
  (ctx: Ctx, deps: PaymentDeps) =>
  async ({
    profileId,
    amount,
    key,
  }: {
    profileId: ProfileId;
    amount: Centavos;
    key: string;
  }): Promise<'paid' | 'refused' | 'refusedForGood' | 'none'> => {
    const card = (await listSaved(ctx.db, profileId, 'card')).find(({ isDefault }) => isDefault);
    if (!card) return 'none';
    if (card.refusedAt || (card.expires && isExpired(card.expires, ctx.clock.now())))
      return 'refusedForGood';
    if (!card.readyAt) return 'refused';
    try {
      const { status, declineClass } = await startTopUp(
        ctx,
        deps,
        renewalOrder(ctx, profileId, card, amount),
        key,
      );
      if (status === 'paid') return 'paid';
      return declineClass === 'irreversible' ? 'refusedForGood' : 'refused';
    } catch (error) {
      if (error instanceof AppError && TEMPORARY_REFUSALS.includes(error.code)) return 'refused';
      throw error;
    }
  };
