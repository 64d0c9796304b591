// What was paid for collections, in the database.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** SQL that is true when the profile bought the collection, which is the producer's. */
export const boughtCollectionOf = (producer: string, collection: string, profile: string): string =>
  `EXISTS (SELECT FROM collection_purchases s JOIN collections c ON c.id = s.collection_id
    AND c.producer_id = ${producer}
    WHERE s.collection_id = ${collection} AND s.buyer_id = ${profile} AND s.revoked_at IS NULL)`;

export const insertCollectionPurchase = async (
  tx: Database,
  purchase: {
    transferId: TransferId;
    collectionId: CollectionId;
    buyerId: ProfileId;
    price: Centavos;
    share: Centavos;
    now: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('collection_purchases')
    .values({
      transfer_id: purchase.transferId,
      collection_id: purchase.collectionId,
      buyer_id: purchase.buyerId,
      price_centavos: purchase.price,
      share_centavos: purchase.share,
      created_at: purchase.now,
    })
    .execute();
};

/** The transfers by which the profile bought the collection, the latest first. */
export const transfersFor = async (
  db: Database,
  buyerId: ProfileId,
  id: CollectionId,
): Promise<TransferId[]> => {
  const rows = await db
    .selectFrom('collection_purchases')
    .select('transfer_id')
    .where('buyer_id', '=', buyerId)
    .where('collection_id', '=', id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ transfer_id }) => transfer_id as TransferId);
};

/** Marks the purchases among these transfers whose money goes back. */
export const revokeCollectionPurchases = async (
  tx: Database,
  transferIds: readonly TransferId[],
  now: Date,
): Promise<void> => {
  await sql`UPDATE collection_purchases SET revoked_at = coalesce(revoked_at, ${now})
    WHERE transfer_id = ANY(${transferIds}::uuid[])`.execute(tx);
};

/** Purchases that were not returned, and the producer's part of them. */
export type CollectionSales = { sales: number; earned: Centavos };

export const salesOf = async (
  db: Database,
  ids: readonly CollectionId[],
): Promise<Map<CollectionId, CollectionSales>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CollectionSales & { id: CollectionId }>`
    SELECT c.id, count(s.transfer_id)::integer AS sales,
      coalesce(sum(s.share_centavos), 0)::bigint AS earned
    FROM unnest(${ids}::uuid[]) c (id) LEFT JOIN collection_purchases s ON s.collection_id = c.id
      AND s.revoked_at IS NULL GROUP BY c.id`.execute(db);
  return new Map(rows.map(({ id, ...sales }) => [id, sales]));
};
