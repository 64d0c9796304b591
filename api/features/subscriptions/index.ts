// What other features and the composition root may use of subscriptions.
import { defineFeature } from '../../feature.ts';
import { exportSubscriptionsOf } from './export-store.ts';
import { defineSubscriptionsJobs, eraseSubscriptionsOf, planListeners } from './jobs.ts';
import { createMandateCharge, fulfilMandateCharge } from './mandates/charge-handler.ts';
import { syncMandateByRef } from './mandates/sync-mandates.ts';
import { subscriptionsHandlers } from './routes.ts';
import { countSubscribers } from './store.ts';
import type { TransferId } from '@camarim/contract/ids';
import type { Platform } from '../../platform/platform.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { endPeriod } from './end-period.ts';

export type { ChargeOutcome, NewMandateCharge, MandateCharges } from './mandates/charges.ts';
export { mandateGateway } from './mandates/open.ts';
export { syncMandates } from './mandates/sync-mandates.ts';
export type { DefaultCard, RenewalDeps } from './renew.ts';
export { renewDue } from './renew.ts';
export { remindDue } from './notify-fan.ts';

/** Takes back the time that a transfer paid for. */
export const endPeriodOf = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  transferId: TransferId,
): Promise<void> => endPeriod(tx, transferId, clock.now());

/** Paid access to a producer: subscriptions, renewals and mandates. */
export const subscriptions = defineFeature({
  name: 'subscriptions',
  services: (ctx, services) => ({
    planSubscribers: {
      ...planListeners(ctx),
      countSubscribers: (producerId) => countSubscribers(ctx.db, producerId, ctx.clock.now()),
    },
    mandates: {
      create: (charge, request) => createMandateCharge(ctx, charge, request),
      fulfil: (tx, charge, credit) => fulfilMandateCharge(ctx, ctx.ledger, tx, charge, credit),
      sync: (gateway, ref) =>
        syncMandateByRef(
          ctx,
          { contactOf: ctx.accounts.contactOf, charges: services.mandateCharges },
          gateway,
          ref,
        ),
    },
  }),
  handlers: (ctx, { mandateCharges, answerMandateCharge }) =>
    subscriptionsHandlers(ctx, {
      ledger: ctx.ledger,
      charges: mandateCharges,
      answerCharge: answerMandateCharge,
    }),
  jobs: (ctx, { mandateCharges, chargeDefaultCard }) =>
    defineSubscriptionsJobs(ctx, {
      ledger: ctx.ledger,
      contactOf: ctx.accounts.contactOf,
      charges: mandateCharges,
      defaultCard: chargeDefaultCard,
    }),
  erasers: [eraseSubscriptionsOf],
  exporters: [exportSubscriptionsOf],
});
