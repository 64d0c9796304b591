// Routes of /funds, room by room.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { feesHandlers } from './earnings/fees/routes.ts';
import { earningsHandlers } from './earnings/routes.ts';
import { cardsHandlers } from './payments/cards/routes.ts';
import { disputesHandlers } from './payments/disputes/routes.ts';
import { topUpHandlers } from './payments/top-up/routes.ts';
import { receiptHandlers } from './payments/transactions/receipts.ts';
import { transactionsHandlers } from './payments/transactions/routes.ts';
import { payoutRulesHandlers } from './payouts/reserve/routes.ts';
import { cashOutHandlers } from './payouts/routes.ts';
import { reconciliationHandlers } from './reconciliation/routes.ts';
import { walletHandlers } from './wallet/routes.ts';

/** All routes of this feature. */
export const fundsHandlers = (ctx: Ctx, { payments, roomTips, appealTookEffect }: Services) => ({
  ...walletHandlers(ctx, roomTips),
  ...topUpHandlers(ctx, payments),
  ...cardsHandlers(ctx),
  ...cashOutHandlers(ctx),
  ...payoutRulesHandlers(ctx, appealTookEffect),
  ...earningsHandlers(ctx),
  ...transactionsHandlers(ctx, payments),
  ...disputesHandlers(ctx),
  ...receiptHandlers(ctx),
  ...reconciliationHandlers(ctx),
  ...feesHandlers(ctx),
});
