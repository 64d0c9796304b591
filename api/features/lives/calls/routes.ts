// Routes of calls, and of the watcher's own picture in private shows.
import type { CallId } from '@camarim/contract/features/lives/calls';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import {
  callProducer,
  cancelCall,
  declineCall,
  viewCall,
  viewOffers,
  viewQueue,
} from './place-call.ts';
import { callPair, canCall, ownCall, visibleCallPair, visibleOffer } from './policy.ts';
import { acceptReverse, askReverse, endReverse, privatePair } from './reverse.ts';

export const callsHandlers = (ctx: Ctx) =>
  handlers({
    'POST /lives/call/{producerId}': async ({ viewer, params, body, context }) => {
      const pair = callPair(viewer, params.producerId);
      if (body.action === 'cancel') await cancelCall(ctx, pair);
      else
        await callProducer(
          ctx,
          await canCall(ctx, viewer, params.producerId, body.type, context),
          body,
        );
      return { data: await viewCall(ctx, pair) };
    },
    'GET /lives/call/{producerId}': async ({ viewer, params }) => ({
      data: await viewCall(ctx, await visibleCallPair(ctx, viewer, params.producerId)),
    }),
    'GET /publics/lives/{username}/calls': async ({ params, context }) => {
      const offer = await visibleOffer(ctx, params.username, context.requester);
      return { data: offer ? await viewOffers(ctx, offer) : [] };
    },
    'GET /lives/calls': async ({ viewer }) => ({ data: await viewQueue(ctx, viewer) }),
    'POST /lives/calls/{id}/decline': async ({ viewer, params }) => {
      await declineCall(ctx, await ownCall(ctx, params.id as CallId, viewer));
      return { data: null };
    },
    'POST /lives/reverse/{id}': async ({ viewer, params }) => {
      await askReverse(ctx, await privatePair(ctx, params.id, viewer));
      return { data: null };
    },
    'POST /lives/accept-reverse/{id}': async ({ viewer, params }) => ({
      data: await acceptReverse(ctx, await privatePair(ctx, params.id, viewer)),
    }),
    'DELETE /lives/reverse/{id}': async ({ viewer, params }) => {
      await endReverse(ctx, await privatePair(ctx, params.id, viewer));
      return { data: null };
    },
  });
