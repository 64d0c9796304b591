// Jobs of verifications: deletion of documents without a holder, of the data of rejected requests,
// and of attempts to prove an age that were never ended.
import type { Ctx } from '../../context.ts';
import { sweepAttempts } from '../../platform/age/attempts-store.ts';
import { type Holder, sweepDocuments } from './documents/documents.ts';
import { sendLinks } from './performers/lost-link.ts';
import { eraseRejectedRequests } from './producer/withdraw-request.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'documents.sweep': Holder;
    'producers.forget': Record<never, never>;
    /** `sealed`: the address, and the language of who asked. */
    'performers.sendLinks': { sealed: string };
    'age.sweep': Record<never, never>;
  }
}

export const defineVerificationsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'documents.sweep',
    { retries: 10, backoffSeconds: 300, expireSeconds: 120, concurrency: 1 },
    (holder) => sweepDocuments(ctx, holder),
  );
  ctx.jobs.define(
    'producers.forget',
    { retries: 3, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '50 4 * * *' },
    () => eraseRejectedRequests(ctx),
  );
  ctx.jobs.define(
    'performers.sendLinks',
    { retries: 5, backoffSeconds: 5, expireSeconds: 300, concurrency: 1 },
    ({ sealed }) => sendLinks(ctx, sealed),
  );
  ctx.jobs.define(
    'age.sweep',
    { retries: 0, backoffSeconds: 60, expireSeconds: 60, concurrency: 1, cron: '*/10 * * * *' },
    () => sweepAttempts(ctx, ctx.clock.now()),
  );
};
