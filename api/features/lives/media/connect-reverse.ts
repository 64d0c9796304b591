// Connecting the two of a private show to the watcher's own picture: the watcher sends it, the
// producer watches it.
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import type { PrivatePair } from '../calls/reverse.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { withholdLive } from '../review/withhold.ts';
import { loadLive } from '../store.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import { askEngine, BITRATE_MAX_KBPS, codecOf, type Connection, grantFor } from './connect.ts';

export const publishReverse = async (
  ctx: Ctx,
  { live, viewerId }: Allowed<PrivatePair>,
  sdp: string,
): Promise<Connection> => {
  const room = reverseRoomOf(live.id);
  const grant = grantFor(ctx, room, viewerId, 'publisher');
  await askEngine(
    ctx.live.createRoom({
      room,
      publisher: viewerId,
      viewers: [live.producer_id],
      codec: codecOf(sdp),
      maxBitrateKbps: BITRATE_MAX_KBPS,
      maxViewers: 2,
    }),
  );
  await askEngine(withholdLive(ctx, live.id));
  const answer = await askEngine(ctx.live.offer(grant, sdp));
  // It may have been ended since it was looked at, and its room was made again by this call.
  const now = await loadLive(ctx.db, live.id, { profileId: viewerId, place: NOWHERE });
  if (now && !now.ended_at && now.reverse_since) return { peer: grant.peer, answer };
  await ctx.live.endRoom(room, 'ended');
  throw new AppError('live.notFound');
};

export const watchReverse = async (
  ctx: Ctx,
  { live, viewerId }: Allowed<PrivatePair>,
  sdp: string,
  { overTcp }: { overTcp: boolean },
): Promise<Connection> => {
  const grant = { ...grantFor(ctx, reverseRoomOf(live.id), viewerId, 'viewer'), overTcp };
  return { peer: grant.peer, answer: await askEngine(ctx.live.offer(grant, sdp)) };
};
