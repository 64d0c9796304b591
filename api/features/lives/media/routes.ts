// Routes of the media of live shows: WHIP and WHEP.
import type { PeerId } from '@camarim/contract/features/lives/media';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { privatePair, reversePair } from '../calls/reverse.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { canConnect, canWatch, ownLive, ownOpenLive, ownVisit } from '../policy.ts';
import { connectWatcher, endVisit } from './connect.ts';
import { publishReverse, watchReverse } from './connect-reverse.ts';
import { publishFromDevice } from './publish-from-device.ts';
import { offerOf, sendAnswer } from './signalling.ts';

export const mediaHandlers = (ctx: Ctx) =>
  handlers({
    'POST /lives/{id}/whip': async ({ viewer, params, query, http }) => {
      const live = await ownOpenLive(ctx, params.id, viewer);
      const connection = await publishFromDevice(ctx, live, offerOf(http.request), {
        ...query,
        sessionId: viewer.sessionId,
      });
      sendAnswer(ctx, http.reply, `/api/lives/${params.id}/whip`, connection);
      return { data: null };
    },
    'DELETE /lives/{id}/whip/{peer}': async ({ viewer, params }) => {
      const { id } = await ownLive(ctx, params.id, viewer);
      await ctx.live.leave(id, params.peer);
      return { data: null };
    },
    'POST /lives/{id}/whep': async ({ viewer, params, query, context, http }) => {
      const visitor = await canWatch(ctx, params.id, viewer, context);
      const connection = await connectWatcher(ctx, visitor, offerOf(http.request), query);
      sendAnswer(ctx, http.reply, `/api/lives/${params.id}/whep`, connection);
      return { data: null };
    },
    'DELETE /lives/{id}/whep/{peer}': async ({ viewer, params }) => {
      await endVisit(ctx, await ownVisit(ctx, params.id, params.peer as PeerId, viewer));
      return { data: null };
    },
    'POST /lives/{id}/reverse/whip': async ({ viewer, params, context, http }) => {
      const pair = await reversePair(ctx, params.id, viewer, 'watcher', context);
      const connection = await publishReverse(ctx, pair, offerOf(http.request));
      sendAnswer(ctx, http.reply, `/api/lives/${params.id}/reverse`, connection);
      return { data: null };
    },
    'POST /lives/{id}/reverse/whep': async ({ viewer, params, query, context, http }) => {
      const pair = await reversePair(ctx, params.id, viewer, 'producer', context);
      const connection = await watchReverse(ctx, pair, offerOf(http.request), query);
      sendAnswer(ctx, http.reply, `/api/lives/${params.id}/reverse`, connection);
      return { data: null };
    },
    'DELETE /lives/{id}/reverse/{peer}': async ({ viewer, params }) => {
      // Both leave when the show ends, and the end may come first.
      const { live } = await privatePair(ctx, params.id, viewer, { over: true });
      await ctx.live.leave(reverseRoomOf(live.id), params.peer);
      return { data: null };
    },
    'GET /lives/{id}/ice-servers': async ({ viewer, params, context }) => {
      await canConnect(ctx, params.id, viewer, context);
      return { data: ctx.live.iceServers() };
    },
  });
