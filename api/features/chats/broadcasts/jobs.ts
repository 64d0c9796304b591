// Background work of mass messages: sending them, and notifying receivers of changes.
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { createReceiverBatches } from './receivers.ts';
import { announceBroadcast, sendBroadcast } from './send-broadcast.ts';

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** Its time has come, or more receivers are left. */
    'chats.sendBroadcast': { broadcastId: BroadcastId };
    /** Its content was changed or taken back. */
    'chats.announceBroadcast': { broadcastId: BroadcastId };
  }
}

const OPTIONS = { retries: 20, backoffSeconds: 2, expireSeconds: 300, concurrency: 2 };

export const defineBroadcastJobs = (ctx: Ctx, services: Services): void => {
  const receivers = createReceiverBatches(ctx, services);
  ctx.jobs.define('chats.sendBroadcast', OPTIONS, ({ broadcastId }, { signal }) =>
    sendBroadcast(ctx, receivers, broadcastId, signal),
  );
  ctx.jobs.define('chats.announceBroadcast', OPTIONS, (change, { signal }) =>
    announceBroadcast(ctx, change, signal),
  );
};
