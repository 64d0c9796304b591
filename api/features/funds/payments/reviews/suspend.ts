// A suspicious card payment: its money is locked when it arrives, until the review is decided.
import { HOUR_MS } from '@camarim/contract/time';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import type { ChargeReport } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { notify } from '../../../notifications/index.ts';
import type { Charge } from '../charges/charge-store.ts';
import { type Suspicion, suspicionOf } from './rules.ts';
import { hasPaidByCard, insertReview } from './store.ts';

/** Why the money of a paid charge must be reviewed; null when it need not. */
export const findSuspicion = async (
  { fraudSettings }: Ctx,
  tx: Transaction,
  charge: Charge,
  report: ChargeReport | null,
): Promise<Suspicion | null> =>
  suspicionOf(charge, {
    screening: report?.screening,
    reviewFromCentavos: fraudSettings.current().CARD_REVIEW_FROM_CENTAVOS,
    hasPaidByCard:
      charge.method === 'card' && (await hasPaidByCard(tx, charge.profileId, charge.id)),
  });

/** Credits a charge to the locked account and opens its review. */
export const suspendTopUp = async (
  ctx: Ctx,
  tx: Transaction,
  charge: Charge,
  reason: Suspicion,
): Promise<void> => {
  const { id: chargeId, profileId, provider, amountCentavos: amount } = charge;
  const openedAt = ctx.clock.now();
  await notify(ctx, tx, { profileId, type: 'topUpHeld', amount });
  const { transferId } = await ctx.ledger.postIn(tx, {
    kind: 'topUp',
    chargeId,
    profileId,
    gateway: provider,
    amount,
    locked: true,
  });
  await insertReview(
    tx,
    { chargeId, profileId, transferId, reason },
    { openedAt, dueAt: new Date(openedAt.getTime() + ctx.config.CARD_REVIEW_HOURS * HOUR_MS) },
  );
};
