// The public interface of funds.
import type { Ctx } from '../../context.ts';
import { defineFeature, type Services } from '../../feature.ts';
import { endPeriodOf } from '../subscriptions/index.ts';
import { chargeDefaultCard } from './payments/cards/default-card.ts';
import { erasePaymentsOf, exportPaymentsOf } from './payments/cards/personal-data.ts';
import { exportChargesOf } from './payments/export-store.ts';
import { announceWebhooks, defineFundsJobs } from './jobs.ts';
import { answerMandateCharge, createMandateCharges } from './payments/mandate-charges.ts';
import { fundsHandlers } from './routes.ts';

export { announceWebhooks };

const depsOf = (ctx: Ctx, services: Services) => ({
  ledger: ctx.ledger,
  // Read at use, because it may be provided after this feature's services.
  get mandates() {
    return services.mandates;
  },
});

/** The wallet, payments, payouts and their reconciliation. */
export const funds = defineFeature({
  name: 'funds',
  services: (ctx, services) => {
    const deps = depsOf(ctx, services);
    return {
      mandateCharges: createMandateCharges(ctx, deps),
      answerMandateCharge: (id, locale) => answerMandateCharge(ctx, deps, id, locale),
      chargeDefaultCard: chargeDefaultCard(ctx, deps),
    };
  },
  handlers: (ctx, services) =>
    fundsHandlers(ctx, {
      ...depsOf(ctx, services),
      endPeriodOf: (tx, id) => endPeriodOf(ctx, tx, id),
    }),
  jobs: (ctx, services) => defineFundsJobs(ctx, depsOf(ctx, services)),
  erasers: [erasePaymentsOf],
  exporters: [exportChargesOf, exportPaymentsOf],
});
