// Events of rooms as programs outside receive them.
import type { RoomEvent } from '@camarim/contract/features/lives/room-events';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { hiddenAtHome, summarise } from '../../profiles/index.ts';
import type { RoomEventRow } from './events-store.ts';

/** Display names of people; null for those who are hidden from the producer, or gone. */
const namesOf = async (
  ctx: Ctx,
  producerId: ProfileId,
  ids: readonly ProfileId[],
): Promise<Map<ProfileId, string | null>> => {
  if (ids.length === 0) return new Map();
  const people = await summarise(ctx, ids);
  const hidden = await hiddenAtHome(
    ctx,
    ids.map((profileId) => ({ personId: producerId, profileId })),
  );
  return new Map(
    ids.map((id, index) => [id, hidden[index] ? null : people.get(id)?.exibitionName || null]),
  );
};

/** Events of one producer, in the order of the rows. */
export const presentEvents = async (
  ctx: Ctx,
  producerId: ProfileId,
  rows: readonly RoomEventRow[],
): Promise<RoomEvent[]> => {
  const names = await namesOf(ctx, producerId, [
    ...new Set(rows.flatMap(({ from_id }) => from_id ?? [])),
  ]);
  return rows.map(({ id, type, from_id, data, created_at }) => {
    const hasSender = type === 'tip.received' || type === 'menu.ordered';
    const from = from_id === null ? null : (names.get(from_id) ?? null);
    return {
      id,
      type,
      timestamp: created_at.toISOString(),
      data: { ...data, ...(hasSender && { from }) },
      // The columns hold what `recordRoomEvent` was given for the type.
    } as RoomEvent;
  });
};
