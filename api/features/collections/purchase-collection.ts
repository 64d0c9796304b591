// Buying a collection: the access to its posts and their payment are one transaction.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { PostId, ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, splitFee } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { insertPurchases, postsPaidBy, setTransfer } from '../access/index.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../ledger/index.ts';
import { notificationEffects } from '../notifications/index.ts';
import { summarise } from '../profiles/index.ts';
import { checkPayment } from '../spending/index.ts';
import type { CollectionForPurchase } from './policy.ts';
import { insertCollectionPurchase, transfersFor } from './purchases-store.ts';
import { type Offer, offerOf } from './rules.ts';
import { type LockedCollection, loadContents, lockCollection } from './store.ts';

/** The offer that the buyer saw. */
type SeenOffer = { price: Centavos; postIds: readonly PostId[] };

export type CollectionPurchase = {
  transferId: TransferId;
  collectionId: CollectionId;
  balance: Centavos;
};

/** The balance is known only when this call paid. */
type PurchaseResult = { transferId: TransferId; balance: Centavos | null };

/**
 * Buys exactly the posts and at exactly the price that the buyer saw. A buyer whose purchase of
 * this collection brought them these posts already gets that purchase again and pays nothing.
 * Throws collection.notForSale, collection.changed, and wallet.insufficient with what the wallet
 * dialog needs.
 */
export const purchaseCollection = async (
  ctx: Ctx,
  sale: Allowed<CollectionForPurchase>,
  { key, ...seen }: SeenOffer & { key: string | null },
): Promise<CollectionPurchase> => {
  const { row, buyerId } = sale;
  const offer = { price: seen.price, postIds: [...new Set(seen.postIds)] };
  const request = { collectionId: row.id, ...offer };
  const route = 'POST /collections/{id}/purchase';
  const pay = () =>
    once(ctx.db, { profileId: buyerId, key, route, request, now: ctx.clock.now() }, (tx) =>
      buyOnce(ctx, tx, sale, offer),
    );
  const bought = await withTopUpIntent(pay, async () => {
    const seller = (await summarise(ctx, [row.producer_id])).get(row.producer_id);
    return {
      kind: 'collection',
      collectionId: row.id,
      postIds: offer.postIds,
      value: offer.price,
      label: seller?.exibitionName ?? '',
    };
  });
  return {
    transferId: bought.transferId,
    collectionId: row.id,
    balance: bought.balance ?? (await ctx.ledger.balanceOf(buyerId)).balance,
  };
};

const buyOnce = async (
  ctx: Ctx,
  tx: Transaction,
  { row, buyerId }: CollectionForPurchase,
  seen: SeenOffer,
): Promise<PurchaseResult> => {
  const earlier = await earlierPurchase(tx, buyerId, row.id, seen.postIds);
  if (earlier) return { transferId: earlier, balance: null };
  // Changes of the collection wait from here on, changes of its posts from the insert on.
  const collection = await lockCollection(tx, row.id, 'share');
  if (!collection?.onSale) throw new AppError('collection.notForSale');
  // Nothing is recorded of posts of others, or of ids that are none.
  if (!(await contains(tx, row.id, seen.postIds, ctx.clock.now())))
    throw new AppError('collection.changed');
  // The unique key serialises concurrent purchases: the second waits here and finds posts bought.
  const inserted = await insertPurchases(tx, {
    profileId: buyerId,
    producerId: row.producer_id,
    postIds: seen.postIds,
    now: ctx.clock.now(),
  });
  if (inserted.length < seen.postIds.length) {
    const concurrent = await earlierPurchase(tx, buyerId, row.id, seen.postIds);
    if (concurrent) return { transferId: concurrent, balance: null };
    throw new AppError('collection.changed');
  }
  const offer = await offerBefore(ctx, tx, { row, buyerId }, collection, seen.postIds);
  if (!isSame(offer, seen)) throw new AppError('collection.changed');
  await checkPayment(ctx, tx, {
    payerId: buyerId,
    producerId: row.producer_id,
    price: seen.price,
  });
  const { transferId, balance } = await payFor(ctx, tx, { row, buyerId }, seen.price, collection);
  await setTransfer(
    tx,
    inserted.map(({ accessId }) => accessId),
    transferId,
  );
  await insertCollectionPurchase(tx, {
    transferId,
    collectionId: row.id,
    buyerId,
    price: seen.price,
    share: splitFee(seen.price, ctx.ledger.rateOf(row.owner_fee_bps)).share,
    now: ctx.clock.now(),
  });
  await ctx.outbox.changeAccess(tx, { viewers: [buyerId] });
  return { transferId, balance };
};

const contains = async (
  tx: Transaction,
  id: CollectionId,
  postIds: readonly PostId[],
  now: Date,
): Promise<boolean> => {
  const contents = (await loadContents(tx, [id], null, now)).get(id) ?? [];
  return postIds.every((seen) => contents.some(({ postId }) => postId === seen));
};

const payFor = async (
  ctx: Ctx,
  tx: Transaction,
  { row, buyerId }: CollectionForPurchase,
  price: Centavos,
  { title }: LockedCollection,
) =>
  ctx.ledger.postIn(
    tx,
    {
      kind: 'collection',
      key: newId(),
      buyerId,
      sellerId: row.producer_id,
      collectionId: row.id,
      price,
      feeBps: row.owner_fee_bps,
      ...(await sourceOf(tx, buyerId, cardMoneySince(ctx))),
    },
    notificationEffects(ctx, {
      profileId: row.producer_id,
      type: SALES.collection.notification,
      fromProfileId: buyerId,
      amount: price,
      text: title,
    }),
  );

/** The offer to the buyer without the posts that this transaction has just given them. */
const offerBefore = async (
  ctx: Ctx,
  tx: Transaction,
  { row, buyerId }: CollectionForPurchase,
  { price }: LockedCollection,
  given: readonly PostId[],
): Promise<Offer | null> => {
  const rows = (await loadContents(tx, [row.id], buyerId, ctx.clock.now())).get(row.id) ?? [];
  const contents = rows
    .filter(({ sellable }) => sellable)
    .map((content) => ({ ...content, owned: content.owned && !given.includes(content.postId) }));
  return offerOf(price, contents);
};

const isSame = (offer: Offer | null, seen: SeenOffer): boolean =>
  offer !== null &&
  offer.price === seen.price &&
  offer.postIds.length === seen.postIds.length &&
  offer.postIds.every((postId) => seen.postIds.includes(postId));

/** The purchase of this collection that brought the buyer all of these posts. */
const earlierPurchase = async (
  tx: Transaction,
  buyerId: ProfileId,
  id: CollectionId,
  postIds: readonly PostId[],
): Promise<TransferId | null> => {
  for (const transferId of await transfersFor(tx, buyerId, id)) {
    const paid = new Set(await postsPaidBy(tx, buyerId, [transferId]));
    if (postIds.every((postId) => paid.has(postId))) return transferId;
  }
  return null;
};
