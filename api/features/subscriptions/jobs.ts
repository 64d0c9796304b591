// Background work of subscriptions: renewals, reminders and notifications to many fans.
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { cancelCharge, chargeDefaultCard } from '../funds/index.ts';
import type { PlanListeners } from '../tiers/index.ts';
import { syncMandates } from './mandates/sync-mandates.ts';
import { renewDue } from './renew.ts';
import { stopAll } from './store.ts';
import { remindDue, notifyPlanEnd, notifyPriceRise } from './notify-fan.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'subscriptions.renew': Record<never, never>;
    'subscriptions.settleMandates': Record<never, never>;
    /** Cancels the mandate charge of a month that was paid from the wallet. */
    'subscriptions.cancelCollection': { chargeId: ChargeId };
    'subscriptions.tellPrice': { producerId: ProfileId };
    'subscriptions.tellEnd': { producerId: ProfileId; fanIds: ProfileId[] };
  }
}

const NOTIFY_BATCH = 200;

export const defineSubscriptionsJobs = (
  ctx: Ctx,
  { payments: deps }: Pick<Services, 'payments'>,
): void => {
  const { jobs } = ctx;
  const defaultCard = chargeDefaultCard(ctx, deps);
  jobs.define(
    'subscriptions.renew',
    { retries: 1, backoffSeconds: 10, expireSeconds: 900, concurrency: 1, cron: '* * * * *' },
    async (_data, { signal }) => {
      // Renewals first: a failing reminder must not delay them.
      await renewDue(ctx, { ...deps, defaultCard }, signal);
      await remindDue(ctx, signal);
    },
  );
  jobs.define(
    'subscriptions.settleMandates',
    { retries: 3, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => syncMandates(ctx, deps, signal),
  );
  jobs.define(
    'subscriptions.cancelCollection',
    { retries: 12, backoffSeconds: 5, expireSeconds: 120, concurrency: 2 },
    ({ chargeId }) => cancelCharge(ctx, deps, chargeId),
  );
  const notifying = { retries: 5, backoffSeconds: 10, expireSeconds: 600, concurrency: 1 };
  jobs.define('subscriptions.tellPrice', notifying, ({ producerId }) =>
    notifyPriceRise(ctx, producerId),
  );
  jobs.define('subscriptions.tellEnd', notifying, (planEnd) => notifyPlanEnd(ctx, planEnd));
};

/** Reactions of subscriptions to a change of their plan, in the change's transaction. */
export const planListeners = ({ jobs }: Ctx): PlanListeners => ({
  priceChanged: async (tx: Transaction, producerId: ProfileId, _price: Centavos) =>
    void (await jobs.enqueue(tx, 'subscriptions.tellPrice', { producerId })),
  planEnded: async (tx, producerId) => {
    const fanIds = (await stopAll(tx, { producerId }, 'planEnded')).map(({ fanId }) => fanId);
    for (let first = 0; first < fanIds.length; first += NOTIFY_BATCH) {
      await jobs.enqueue(tx, 'subscriptions.tellEnd', {
        producerId,
        fanIds: fanIds.slice(first, first + NOTIFY_BATCH),
      });
    }
  },
});

/** Stops the renewals of a fan whose account is removed. May run twice. */
export const eraseSubscriptionsOf = async ({ db }: Ctx, fanId: ProfileId): Promise<void> =>
  void (await stopAll(db, { fanId }, 'fan'));
