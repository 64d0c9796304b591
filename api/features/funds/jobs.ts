// Background work of payments: processing notifications, polling gateways, and registering
// webhooks.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import type { CashOutId } from '@camarim/contract/ids';
import { GatewayError } from '../../platform/payments/port.ts';
import { activateCards } from './payments/cards/activate-cards.ts';
import { forgetOldAttempts } from './payments/cards/attempts.ts';
import { syncCashOut, pollCashOuts } from './payouts/sync-cash-out.ts';
import { reconcileStatements } from './reconciliation/reconcile-day.ts';
import { pollRefunds, refundPayment } from './payments/transactions/refund.ts';
import { decideDueReviews } from './payments/reviews/decide.ts';
import type { EventRef } from './payments/webhooks/inbound-store.ts';
import { pollCharges } from './payments/charges/poll-charges.ts';
import {
  forgetOldNotifications,
  type NotificationDeps,
  processNotification,
  processWaiting,
  registerWebhooks,
} from './payments/webhooks/webhooks.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'funds.settle': EventRef;
    'funds.processEvents': Record<never, never>;
    'funds.reconcile': Record<never, never>;
    'funds.sendCashOut': { cashOutId: CashOutId };
    'funds.reconcileCashOuts': Record<never, never>;
    'funds.refundPayment': { refundId: string };
    'funds.reconcileRefunds': Record<never, never>;
    'funds.matchStatements': Record<never, never>;
    'funds.decideReviews': Record<never, never>;
    'funds.registerWebhooks': Record<never, never>;
    'funds.activateCards': Record<never, never>;
    'funds.sweep': Record<never, never>;
  }
}

export const defineFundsJobs = (ctx: Ctx, { payments: deps }: Pick<Services, 'payments'>): void => {
  const { jobs } = ctx;
  const notificationDeps: NotificationDeps = {
    ...deps,
    syncCashOut: (id) => syncCashOut(ctx, id, 'webhook'),
  };
  // After its last retry, in about five minutes, funds.processEvents goes on: charge polling covers
  // open charges only.
  jobs.define(
    'funds.settle',
    { retries: 5, backoffSeconds: 5, expireSeconds: 300, concurrency: 4 },
    (event) => processNotification(ctx, notificationDeps, event),
  );
  jobs.define(
    'funds.processEvents',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => processWaiting(ctx, notificationDeps, signal),
  );
  jobs.define(
    'funds.reconcile',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => pollCharges(ctx, deps, signal),
  );
  // After its last retry, cash-out polling sends it: under the same id, so that it leaves once.
  jobs.define(
    'funds.sendCashOut',
    { retries: 5, backoffSeconds: 10, expireSeconds: 120, concurrency: 2 },
    ({ cashOutId }) => syncCashOut(ctx, cashOutId, 'job'),
  );
  jobs.define(
    'funds.reconcileCashOuts',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => pollCashOuts(ctx, signal),
  );
  jobs.define(
    'funds.refundPayment',
    { retries: 5, backoffSeconds: 10, expireSeconds: 120, concurrency: 2 },
    ({ refundId }) => refundPayment(ctx, deps, refundId),
  );
  jobs.define(
    'funds.reconcileRefunds',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => pollRefunds(ctx, deps, signal),
  );
  // Hourly, so that an unavailable gateway is asked again; each day is compared twice.
  jobs.define(
    'funds.matchStatements',
    { retries: 1, backoffSeconds: 60, expireSeconds: 3_000, concurrency: 1, cron: '27 * * * *' },
    (_data, { signal }) => reconcileStatements(ctx, deps, signal),
  );
  jobs.define(
    'funds.decideReviews',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '*/5 * * * *' },
    () => decideDueReviews(ctx),
  );
  jobs.define(
    'funds.activateCards',
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => activateCards(ctx, signal),
  );
  // Also on a schedule, for a gateway that was unavailable at the start or has lost the address.
  jobs.define(
    'funds.registerWebhooks',
    { retries: 5, backoffSeconds: 10, expireSeconds: 120, concurrency: 1, cron: '13 * * * *' },
    () => registerWebhooks(ctx),
  );
  jobs.define(
    'funds.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '50 4 * * *' },
    () => forgetOldNotifications(ctx).then(() => forgetOldAttempts(ctx)),
  );
};

/**
 * Registers the webhook addresses at the gateways. An unavailable gateway is retried by a job, so
 * that it delays no start.
 */
export const announceWebhooks = async (ctx: Ctx): Promise<void> => {
  try {
    await registerWebhooks(ctx);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error }, 'a webhook address could not be registered at a gateway yet');
    await ctx.jobs.enqueue(ctx.db, 'funds.registerWebhooks', {});
  }
};
