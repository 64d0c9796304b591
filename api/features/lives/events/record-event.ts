// Records what happens in rooms for programs outside, in the transaction in which it happens, and
// wakes what sends it on.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { RoomEvent, RoomEventType } from '@camarim/contract/features/lives/room-events';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { insertRoomEvent } from './events-store.ts';

type DataOf<Type extends RoomEventType> = Omit<Extract<RoomEvent, { type: Type }>['data'], 'from'>;

/** A show as its events name it. */
export const showOf = (id: LiveId, type: number) => ({
  id,
  type: type === 3 ? ('private' as const) : ('party' as const),
});

/**
 * Nothing is written for a producer who has connected no program. The log of the producer stays
 * locked until the transaction ends: call it last.
 */
export const recordRoomEvent = async <Type extends RoomEventType>(
  ctx: Ctx,
  tx: Database,
  event: {
    producerId: ProfileId;
    type: Type;
    subjectId: string;
    fromId?: ProfileId;
    data: DataOf<Type>;
  },
): Promise<void> => {
  const { fromId = null, ...rest } = event;
  const row = { id: newId(), ...rest, fromId, now: ctx.clock.now() };
  if (!(await insertRoomEvent(tx, row))) return;
  await ctx.outbox.publish(tx, {
    event: 'roomEvents',
    topics: [topicKey('member', event.producerId)],
    payload: { profileId: event.producerId },
  });
};

/** An event of type test, for everything that the producer has connected. */
export const recordTestEvent = (ctx: Ctx, producerId: ProfileId): Promise<void> =>
  transaction(ctx.db, (tx) =>
    recordRoomEvent(ctx, tx, { producerId, type: 'test', subjectId: newId(), data: {} }),
  );
