// Collections and their posts in the database.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { boughtBy, hasNothingToSell, keepHeldCopy } from '../access/index.ts';
import { isListed } from '../listings/index.ts';
import { hiddenFrom, isRemovedAccount, requesterAt, requesterValues } from '../profiles/index.ts';
import { isPostWithdrawn } from '../verifications/index.ts';
import type { Content } from './rules.ts';

/** A collection with what decides who may see it. */
export type CollectionRow = {
  id: CollectionId;
  producer_id: ProfileId;
  title: string;
  text: string;
  price_centavos: Centavos;
  created_at: Date;
  paused_at: Date | null;
  deleted_at: Date | null;
  owner_fee_bps: number | null;
  /** The producer is hidden from the requester, who bought nothing of a removed account here. */
  owner_hidden: boolean;
  /** The requester bought it. */
  purchased: boolean;
};

const PURCHASED = `EXISTS (SELECT FROM collection_purchases s WHERE s.collection_id = c.id
  AND s.buyer_id = v.id AND s.revoked_at IS NULL)`;

const ROWS = `
  SELECT c.id, c.producer_id, c.title, c.text, c.price_centavos, c.created_at, c.paused_at,
    c.deleted_at, o.fee_bps AS owner_fee_bps,
    ${hiddenFrom('c.producer_id')} AND NOT (${isRemovedAccount('o')} AND ${PURCHASED}) AS owner_hidden,
    ${PURCHASED} AS purchased
  FROM collections c JOIN profiles o ON o.id = c.producer_id CROSS JOIN ${requesterAt(2, 3, 4)}`;

const selectOne = preparedRead<CollectionRow>(`${ROWS} WHERE c.id = $1::uuid`);

/** In any state; null when it does not exist. */
export const loadCollection = async (
  db: Database,
  id: CollectionId,
  requester: Requester,
): Promise<CollectionRow | null> =>
  (await selectOne(db, id, ...requesterValues(requester)))[0] ?? null;

/** SQL that is true for a post (a row named p) that can be sold in a collection at `now`. */
const isSellable = (now: string): string =>
  `(p.price_centavos IS NOT NULL OR p.audience = 'members') AND ${isListed(now)}
  AND NOT (p.price_centavos IS NOT NULL AND ${hasNothingToSell('p.id')}) AND NOT ${isPostWithdrawn('p.id', 'resale')}`;

type Page = { limit: number; offset: number; now: Date };

const selectOfProducer = preparedRead<CollectionRow>(`${ROWS}
  WHERE c.producer_id = $1::uuid AND c.deleted_at IS NULL AND (c.producer_id = v.id OR c.paused_at IS NULL
    AND (SELECT count(*) FROM (SELECT FROM collection_posts cp JOIN posts p ON p.id = cp.post_id WHERE cp.collection_id = c.id AND ${isSellable('$5')} LIMIT 2) two) = 2)
  ORDER BY c.created_at DESC, c.id DESC LIMIT $6 OFFSET $7`);

/** A producer's collections, newest first: on sale, or all of them for the producer. */
export const collectionsOf = (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
  { limit, offset, now }: Page,
): Promise<CollectionRow[]> =>
  selectOfProducer(db, producerId, ...requesterValues(requester), now, limit, offset);

const selectPurchased = preparedRead<CollectionRow>(`${ROWS}
  JOIN (SELECT s.collection_id, max(s.created_at) AS bought_at FROM collection_purchases s
    WHERE s.buyer_id = $1::uuid AND s.revoked_at IS NULL GROUP BY s.collection_id) bought ON bought.collection_id = c.id
  WHERE NOT ${hiddenFrom('c.producer_id')} OR ${isRemovedAccount('o')}
  ORDER BY bought.bought_at DESC, c.id DESC LIMIT $5 OFFSET $6`);

/** Collections that the requester bought, also deleted ones, without those of hidden producers. */
export const collectionsBoughtBy = (
  db: Database,
  buyerId: ProfileId,
  requester: Requester,
  { limit, offset }: Omit<Page, 'now'>,
): Promise<CollectionRow[]> =>
  selectPurchased(db, buyerId, ...requesterValues(requester), limit, offset);

const selectWith = preparedRead<CollectionRow>(`${ROWS}
  WHERE c.id IN (SELECT cp.collection_id FROM collection_posts cp WHERE cp.post_id = ANY($1::uuid[]))
    AND c.deleted_at IS NULL AND c.paused_at IS NULL AND c.producer_id IS DISTINCT FROM v.id AND NOT ${hiddenFrom('c.producer_id')}
  ORDER BY c.created_at DESC, c.id DESC`);

/** Collections of others with at least one of the posts, which are not paused; newest first. */
export const collectionsWith = (
  db: Database,
  postIds: readonly PostId[],
  requester: Requester,
): Promise<CollectionRow[]> => selectWith(db, postIds, ...requesterValues(requester));

/** `sellable`: published, and locked for people who have not paid. */
export type ContentRow = Content & { collectionId: CollectionId; sellable: boolean };

const selectContents = preparedRead<ContentRow>(`
  SELECT cp.collection_id AS "collectionId", p.id AS "postId", p.price_centavos AS price,
    ${isSellable('$3')} AS sellable, ${boughtBy('p.id', '$2::uuid')} AS owned
  FROM collection_posts cp JOIN posts p ON p.id = cp.post_id
    WHERE cp.collection_id = ANY($1::uuid[]) AND p.deleted_at IS NULL ORDER BY cp.position`);

/** The posts of collections in their order, without the deleted; null: for a visitor. */
export const loadContents = async (
  db: Database,
  ids: readonly CollectionId[],
  viewerId: ProfileId | null,
  now: Date,
): Promise<Map<CollectionId, ContentRow[]>> =>
  ids.length === 0
    ? new Map()
    : Map.groupBy(await selectContents(db, ids, viewerId, now), (row) => row.collectionId);

export type CollectionFields = { title: string; text: string; price: Centavos };

/**
 * False when the producer has as many as allowed. The profile's row is locked, so that concurrent
 * calls can't both take the last place.
 */
export const insertCollection = async (
  tx: Database,
  collection: CollectionFields & { id: CollectionId; producerId: ProfileId; now: Date },
  max: number,
): Promise<boolean> => {
  const { id, producerId, title, text, price, now } = collection;
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', producerId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql`
    INSERT INTO collections (id, producer_id, title, text, price_centavos, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${title}::text, ${text}::text, ${price}::bigint,
      ${now}::timestamptz
    WHERE (SELECT count(*) FROM collections WHERE producer_id = ${producerId}::uuid
      AND deleted_at IS NULL) < ${max}
    RETURNING id`.execute(tx);
  return rows.length === 1;
};

/** Locks its row against purchases first. */
export const updateCollection = async (
  tx: Database,
  id: CollectionId,
  { title, text, price, pausedAt }: CollectionFields & { pausedAt: Date | null },
): Promise<void> => {
  await keepHeldCopy(tx, 'collection', id);
  await tx
    .updateTable('collections')
    .set({ title, text, price_centavos: price, paused_at: pausedAt })
    .where('id', '=', id)
    .execute();
};

/** In this order, in place of the former ones. */
export const replacePosts = async (
  tx: Database,
  id: CollectionId,
  postIds: readonly PostId[],
): Promise<void> => {
  await tx.deleteFrom('collection_posts').where('collection_id', '=', id).execute();
  await tx
    .insertInto('collection_posts')
    .values(postIds.map((postId, position) => ({ collection_id: id, post_id: postId, position })))
    .execute();
};

/** How many of these are the producer's, not deleted, and locked for people who have not paid. */
export const countLockedPosts = async (
  tx: Database,
  producerId: ProfileId,
  postIds: readonly PostId[],
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM posts WHERE id = ANY(${postIds}::uuid[])
      AND profile_id = ${producerId}::uuid
      AND deleted_at IS NULL AND (price_centavos IS NOT NULL OR audience = 'members')`.execute(tx);
  return rows[0]?.total ?? 0;
};

/** A collection whose row is locked; `onSale` is false when it is paused or deleted. */
export type LockedCollection = CollectionFields & { onSale: boolean };

/** `share`: against changes, for a purchase; `update`: for a change. */
export const lockCollection = async (
  tx: Database,
  id: CollectionId,
  lock: 'share' | 'update',
): Promise<(LockedCollection & { pausedAt: Date | null; deletedAt: Date | null }) | null> => {
  const query = tx
    .selectFrom('collections')
    .select(['title', 'text', 'price_centavos', 'paused_at', 'deleted_at'])
    .where('id', '=', id);
  const row = await (lock === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
  return row
    ? {
        title: row.title,
        text: row.text,
        price: row.price_centavos as Centavos,
        onSale: row.paused_at === null && row.deleted_at === null,
        pausedAt: row.paused_at,
        deletedAt: row.deleted_at,
      }
    : null;
};

/** False when it was deleted before. */
export const markDeleted = async (db: Database, id: CollectionId, now: Date): Promise<boolean> => {
  const row = await db
    .updateTable('collections')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes all collections of a producer, with their texts where none was sold. */
export const markAllDeleted = async (
  db: Database,
  producerId: ProfileId,
  now: Date,
): Promise<void> => {
  await sql`UPDATE collections c SET deleted_at = coalesce(deleted_at, ${now}),
    text = CASE WHEN sold THEN text ELSE '' END, title = CASE WHEN sold THEN title ELSE '-' END
    FROM (SELECT k.id, EXISTS (SELECT FROM collection_purchases s
      WHERE s.collection_id = k.id) AS sold FROM collections k
      WHERE k.producer_id = ${producerId}::uuid) k
    WHERE k.id = c.id`.execute(db);
};
