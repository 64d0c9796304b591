// Background work of messages that are sent by rule.
import type { AutomationTrigger } from '@camarim/contract/features/chats/automations';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { lookForEvents } from './find-events.ts';
import { sendDue, sendDueAfter } from './send.ts';

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** Something happened between a producer and a person; enqueued in its transaction. */
    'chats.automate': { trigger: AutomationTrigger; producerId: ProfileId; profileId: ProfileId };
    'chats.sendAutomatic': Record<never, never>;
  }
}

export const defineAutomationsJobs = (ctx: Ctx, services: Services): void => {
  ctx.jobs.define(
    'chats.automate',
    { retries: 10, backoffSeconds: 5, expireSeconds: 60, concurrency: 4 },
    (event) => sendDueAfter(ctx, services, event),
  );
  ctx.jobs.define(
    'chats.sendAutomatic',
    { retries: 1, backoffSeconds: 10, expireSeconds: 900, concurrency: 1, cron: '* * * * *' },
    async (_data, { signal }) => {
      await lookForEvents(ctx, signal);
      await sendDue(ctx, services, signal);
    },
  );
};
