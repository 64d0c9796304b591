// Orders from the menu that wait for their performer, for programs outside of the room.
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { loadHomePlace, summarise } from '../../profiles/index.ts';
import { openLivesOf } from '../store.ts';
import { listPurchases } from './messages-store.ts';

export type OpenOrder = {
  orderId: LiveMessageId;
  item: { id: MenuItemId; label: string };
  /** Display name; null for a person who is hidden from the producer. */
  from: string | null;
};

/**
 * The open menu purchases of the producer's show, the oldest first; none without a show. Those of a
 * paused party wait, so that they are not shown to the watcher of the private show.
 */
export const openOrders = async (
  ctx: Ctx,
  producerId: ProfileId,
  limit: number,
): Promise<OpenOrder[]> => {
  const liveId = (await openLivesOf(ctx.db, producerId)).at(-1);
  if (!liveId) return [];
  const requester = { profileId: producerId, place: await loadHomePlace(ctx, producerId) };
  const rows = await listPurchases(ctx.db, liveId, requester, { open: true, after: null, limit });
  const people = await summarise(
    ctx,
    rows.flatMap(({ profile_id, hidden }) => (hidden ? [] : [profile_id])),
  );
  return rows.flatMap(({ id: orderId, item_id: id, item_label: label, profile_id }) =>
    id === null || label === null
      ? []
      : [
          {
            orderId,
            item: { id, label },
            from: people.get(profile_id)?.exibitionName || null,
          },
        ],
  );
};
