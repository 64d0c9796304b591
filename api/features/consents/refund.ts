// Returns the money of those who recently bought what a person withdrew from: each sale once, in a
// transaction of its own, to the wallet of its buyer. What the producer no longer has is a debt of
// theirs.
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { lockTransaction, type PaymentDeps, revokeSales } from '../funds/index.ts';
import { notify } from '../notifications/index.ts';
import { insertRefund, isReversed, salesToRefund, type SaleToRefund } from './store.ts';

/** The reason shown on the ledger statement. */
const REASON = 'a person in it withdrew their consent';

/** False when another correction returned it before. */
const refund = (
  ctx: Ctx,
  payments: PaymentDeps,
  { transferId, performerId, producerId, buyerId, amount }: SaleToRefund,
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    await lockTransaction(tx, transferId);
    if (await isReversed(tx, transferId)) return false;
    await revokeSales(ctx, payments, tx, [transferId]);
    const now = ctx.clock.now();
    await notify(ctx, tx, {
      profileId: buyerId,
      type: 'consentRefunded',
      fromProfileId: producerId,
      amount,
    });
    const { owed } = await ctx.ledger.reverseIn(tx, {
      transferId,
      actorId: null,
      reason: REASON,
      toDebt: true,
    });
    await insertRefund(tx, { transferId, performerId, producerId, buyerId, amount, owed, now });
    return true;
  });

/** A sale that can't be returned, because its buyer's account is gone, keeps none of the others. */
const refundOrSkip = async (
  ctx: Ctx,
  payments: PaymentDeps,
  sale: SaleToRefund,
): Promise<boolean> => {
  try {
    return await refund(ctx, payments, sale);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ transferId: sale.transferId, code: error.code }, 'a sale could not be refunded');
    return false;
  }
};

/** Returns how many sales were refunded. */
export const refundBuyers = async (
  ctx: Ctx,
  payments: PaymentDeps,
  performerId: PerformerId,
): Promise<number> => {
  const sales = await salesToRefund(ctx.db, performerId, ctx.config.CONSENT_REFUND_DAYS);
  let count = 0;
  const totals = new Map<ProfileId, Centavos>();
  for (const sale of sales) {
    if (!(await refundOrSkip(ctx, payments, sale))) continue;
    count += 1;
    totals.set(sale.producerId, centavos((totals.get(sale.producerId) ?? 0) + sale.amount));
  }
  for (const [profileId, amount] of totals)
    await transaction(ctx.db, (tx) =>
      notify(ctx, tx, { profileId, type: 'consentReturned', amount }),
    );
  return count;
};
