// Media of a removal request: added once, and withheld from then on until the decision.
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { withhold } from '../withholding/index.ts';
import { notifyOwnersWithheld } from './notify.ts';
import { leftSince } from './left-store.ts';
import { insertItems, type NewItem, type RequestRow } from './store.ts';

/**
 * As with reports, what administrators looked at and left is not withheld again for a while by a
 * request of the same kind, which waits in the queue like any other.
 */
const TRUSTED_DAYS = 90;

/** Adds media to the request in the caller's transaction. */
export const addItems = async (
  ctx: Ctx,
  tx: Transaction,
  request: Pick<RequestRow, 'id' | 'ground' | 'performer_id'>,
  items: readonly NewItem[],
): Promise<void> => {
  const { id, ground } = request;
  const now = ctx.clock.now();
  const added = await insertItems(tx, id, items, now);
  const since = new Date(now.getTime() - TRUSTED_DAYS * DAY_MS);
  const trusted = await leftSince(tx, added, request, since);
  const withheld = await withhold(
    ctx,
    tx,
    added
      .filter((mediaId) => !trusted.includes(mediaId))
      .map((mediaId) => ({ kind: 'media', id: mediaId })),
    { cause: 'removal', wholePosts: true, causeId: id, fromOwner: ground === 'minor' },
  );
  if (ground !== 'minor')
    await notifyOwnersWithheld(
      ctx,
      tx,
      withheld.map((target) => target.id as MediaId),
    );
};
