// Who may see, buy and change a collection. One of a producer hidden from the requester is "not
// found".
import type { CollectionId } from '@camarim/contract/features/collections';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer, Requester, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { hiddenAmong } from '../profiles/index.ts';
import { offerOf } from './rules.ts';
import { type CollectionRow, loadCollection, loadContents } from './store.ts';

/** A producer whose collections the requester may list. Throws profile.notFound. */
export const visibleProducer = async (
  { db }: Ctx,
  producerId: ProfileId,
  requester: Requester,
): Promise<Allowed<{ producerId: ProfileId }>> => {
  if (
    producerId !== requester.profileId &&
    (await hiddenAmong(db, [producerId], requester)).has(producerId)
  )
    throw new AppError('profile.notFound');
  return allow({ producerId });
};

/**
 * One's own, one that was bought, or one that is on sale. Throws collection.notFound.
 */
export const visibleCollection = async (
  ctx: Ctx,
  id: CollectionId,
  requester: Requester,
): Promise<Allowed<CollectionRow>> => {
  const row = await loadCollection(ctx.db, id, requester);
  if (!row || row.owner_hidden) throw new AppError('collection.notFound');
  const own = row.producer_id === requester.profileId && row.deleted_at === null;
  if (own || row.purchased || (await isOnSale(ctx, row))) return allow(row);
  throw new AppError('collection.notFound');
};

const isOnSale = async ({ db, clock }: Ctx, row: CollectionRow): Promise<boolean> => {
  if (row.paused_at || row.deleted_at) return false;
  const contents = (await loadContents(db, [row.id], null, clock.now())).get(row.id) ?? [];
  return (
    offerOf(
      row.price_centavos,
      contents.filter(({ sellable }) => sellable),
    ) !== null
  );
};

/** A collection and its possible buyer. */
export type CollectionForPurchase = { row: CollectionRow; buyerId: ProfileId };

/**
 * A visible collection to buy, not the buyer's own. `purchaseCollection` refuses one that is not on
 * sale, unless the buyer bought it already. Throws collection.notFound and collection.notForSale.
 */
export const collectionForPurchase = async (
  ctx: Ctx,
  id: CollectionId,
  viewer: Viewer,
): Promise<Allowed<CollectionForPurchase>> => {
  const row = await visibleCollection(ctx, id, viewer);
  if (row.producer_id === viewer.profileId) throw new AppError('collection.notForSale');
  return allow({ row, buyerId: viewer.profileId });
};

export type CollectionOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const canCreateCollection = (viewer: ProducerViewer): Allowed<CollectionOwner> =>
  allow({ producerId: viewer.profileId });

/** Throws collection.notFound for another person's. */
export const ownCollection = async (
  ctx: Ctx,
  id: CollectionId,
  viewer: Viewer,
): Promise<Allowed<CollectionRow>> => {
  const row = await loadCollection(ctx.db, id, viewer);
  if (row?.producer_id !== viewer.profileId) throw new AppError('collection.notFound');
  return allow(row);
};
