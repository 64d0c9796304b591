// Realtime events of a room.
import { topicKey } from '@camarim/contract/events';
import type { RoomMessage } from '@camarim/contract/features/lives/room';
import type { RealtimeEvents } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { watchersNotShown } from './room-store.ts';
import type { RoomMessageView, RoomLive } from './view-messages.ts';

/** A message to everyone in the room, except those from whom its author is hidden. */
export const publishMessage = async (
  ctx: Ctx,
  tx: Database,
  { id, producerId }: RoomLive,
  message: RoomMessageView,
): Promise<void> => {
  const { id: authorId } = message.profile as RoomMessage['profile'];
  const except = authorId === producerId ? [] : await watchersNotShown(tx, id, authorId);
  await ctx.outbox.publish(tx, {
    event: 'liveMessages',
    topics: [topicKey('live', id)],
    payload: { id, message: message as RoomMessage },
    ...(except.length > 0 && { except }),
  });
};

type RoomChange = RealtimeEvents['liveRoom'];

/** A change of the room to everyone in it. */
export const publishChange = (ctx: Ctx, tx: Database, change: RoomChange): Promise<void> =>
  ctx.outbox.publish(tx, {
    event: 'liveRoom',
    topics: [topicKey('live', change.id as LiveId)],
    payload: change,
  });

/** A change to the person whom it is about. */
export const publishChangeTo = (
  ctx: Ctx,
  tx: Database,
  personId: ProfileId,
  change: RoomChange,
): Promise<void> =>
  ctx.outbox.publish(tx, {
    event: 'liveRoom',
    topics: [topicKey('member', personId)],
    payload: change,
  });
