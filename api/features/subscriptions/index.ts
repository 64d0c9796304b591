// What other features and the composition root may use of subscriptions.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Platform } from '../../platform/platform.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { endPeriod } from './end-period.ts';
import { countSubscribers as count } from './store.ts';

export { exportSubscriptionsOf } from './export-store.ts';
export { defineSubscriptionsJobs, eraseSubscriptionsOf, planListeners } from './jobs.ts';
export { fulfilMandateCharge, createMandateCharge } from './mandates/charge-handler.ts';
export type { ChargeOutcome, NewMandateCharge, MandateCharges } from './mandates/charges.ts';
export { mandateGateway } from './mandates/open.ts';
export { syncMandateByRef, syncMandates } from './mandates/sync-mandates.ts';
export type { DefaultCard, RenewalDeps } from './renew.ts';
export { renewDue } from './renew.ts';
export { subscriptionsHandlers } from './routes.ts';
export type { SubscriptionsDeps } from './routes.ts';
export { remindDue } from './notify-fan.ts';

type SubscriptionContext = Pick<Platform, 'db' | 'clock'>;

/** Takes back the time that a transfer paid for. */
export const endPeriodOf = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  transferId: TransferId,
): Promise<void> => endPeriod(tx, transferId, clock.now());

export const countSubscribers = (
  { db, clock }: SubscriptionContext,
  producerId: ProfileId,
): Promise<{ active: number; renewing: number }> => count(db, producerId, clock.now());
