// Creating, changing and deleting collections.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { COLLECTIONS_MAX } from '@camarim/contract/limits';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { requireConsentInPosts } from '../verifications/index.ts';
import type { CollectionOwner } from './policy.ts';
import {
  type CollectionFields,
  type CollectionRow,
  countLockedPosts,
  insertCollection,
  lockCollection,
  markAllDeleted,
  markDeleted,
  replacePosts,
  updateCollection,
} from './store.ts';

type NewCollection = CollectionFields & { postIds: readonly PostId[] };

/**
 * Only what people pay for is sold: posts of the producer that are not open to everyone, whose
 * performers consent to it.
 */
const checkPosts = async (
  tx: Transaction,
  producerId: ProfileId,
  postIds: readonly PostId[],
): Promise<void> => {
  if ((await countLockedPosts(tx, producerId, postIds)) !== postIds.length)
    throw fieldError('postIds', 'collection.postNotLocked');
  await requireConsentInPosts(tx, postIds, 'resale');
};

/** Throws collection.tooMany, collection.postNotLocked and performer.noResale. */
export const createCollection = (
  ctx: Ctx,
  { producerId }: Allowed<CollectionOwner>,
  request: NewCollection,
  key: string | null,
): Promise<CollectionId> => {
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId: producerId, key, route: 'POST /collections', request, now },
    async (tx) => {
      const id = newId() as CollectionId;
      const { postIds, ...fields } = request;
      await checkPosts(tx, producerId, postIds);
      if (!(await insertCollection(tx, { id, producerId, ...fields, now }, COLLECTIONS_MAX)))
        throw new AppError('collection.tooMany', { max: COLLECTIONS_MAX });
      await replacePosts(tx, id, postIds);
      return id;
    },
  );
};

/** What is undefined stays as it is. */
export type CollectionChanges = {
  [Field in keyof NewCollection]?: NewCollection[Field] | undefined;
} & { paused?: boolean | undefined };

/** Throws collection.notFound when it was deleted since, and collection.postNotLocked. */
export const editCollection = (
  ctx: Ctx,
  { id, producer_id: producerId }: Allowed<CollectionRow>,
  { title, text, price, postIds, paused }: CollectionChanges,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = await lockCollection(tx, id, 'update');
    if (!now || now.deletedAt) throw new AppError('collection.notFound');
    if (postIds) {
      await checkPosts(tx, producerId, postIds);
      await replacePosts(tx, id, postIds);
    }
    await updateCollection(tx, id, {
      title: title ?? now.title,
      text: text ?? now.text,
      price: price ?? now.price,
      pausedAt:
        paused === undefined ? now.pausedAt : paused ? (now.pausedAt ?? ctx.clock.now()) : null,
    });
  });

/** Throws collection.notFound when it was deleted before. */
export const deleteCollection = async (
  { db, clock }: Ctx,
  { id }: Allowed<CollectionRow>,
): Promise<void> => {
  if (!(await markDeleted(db, id, clock.now()))) throw new AppError('collection.notFound');
};

/**
 * Deletes all collections of a producer whose account is removed. May run twice. Buyers keep what
 * they bought, with its title.
 */
export const eraseCollectionsOf = ({ db, clock }: Ctx, producerId: ProfileId): Promise<void> =>
  markAllDeleted(db, producerId, clock.now());
