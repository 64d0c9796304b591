// Routes of mass messages.
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { RequestContext } from '../../../platform/http/viewer.ts';
import {
  createBroadcast,
  editBroadcast,
  resendBroadcast,
  unsendBroadcast,
} from './create-broadcast.ts';
import { canBroadcast, ownBroadcast } from './policy.ts';
import { createReceiverBatches } from './receivers.ts';
import { continueBroadcast } from './stop-broadcast.ts';
import { viewBroadcast, viewBroadcasts } from './view-broadcasts.ts';

export const broadcastsHandlers = (ctx: Ctx, services: Services) => {
  const receivers = createReceiverBatches(ctx, services);
  const view = async (id: BroadcastId, { locale }: RequestContext) => ({
    data: await viewBroadcast(ctx, id, locale),
  });
  return handlers({
    'POST /chats/many': async ({ body, viewer, context }) => {
      const owner = canBroadcast(viewer);
      const key = context.idempotencyKey;
      return view(await createBroadcast(ctx, receivers, viewer, owner, body, key), context);
    },
    'GET /chats/broadcasts': ({ query, viewer, context: { locale } }) =>
      viewBroadcasts(ctx, canBroadcast(viewer), query, locale),
    'GET /chats/broadcasts/{id}': async ({ params, viewer, context }) =>
      view((await ownBroadcast(ctx, viewer, params.id)).id, context),
    'PUT /chats/broadcasts/{id}': async ({ params, body, viewer, context }) => {
      const row = await ownBroadcast(ctx, viewer, params.id);
      await editBroadcast(ctx, receivers, viewer, row, body);
      return view(row.id, context);
    },
    'DELETE /chats/broadcasts/{id}': async ({ params, viewer, context }) => {
      const row = await ownBroadcast(ctx, viewer, params.id);
      await unsendBroadcast(ctx, row);
      return view(row.id, context);
    },
    'POST /chats/broadcasts/{id}/continue': async ({ params, viewer, context }) => {
      const row = await ownBroadcast(ctx, viewer, params.id);
      await continueBroadcast(ctx, row);
      return view(row.id, context);
    },
    'POST /chats/broadcasts/{id}/resend': async ({ params, viewer, context }) => {
      const row = await ownBroadcast(ctx, viewer, params.id);
      return view(await resendBroadcast(ctx, row, context.idempotencyKey), context);
    },
  });
};
