// SQL of what follows a withdrawal of consent: sales to refund, and copies of media.
import type { MediaId, PerformerId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Database } from '../../platform/database/database.ts';
import { salesOfPost } from '../access/index.ts';
import { salesOfContent } from '../chats/index.ts';
import { isGranted, isWithdrawn, mediaOf } from '../verifications/index.ts';

export type SaleToRefund = {
  transferId: TransferId;
  performerId: PerformerId;
  producerId: ProfileId;
  buyerId: ProfileId;
  amount: Centavos;
};

/**
 * Sales of posts and of media in messages that the performer's withdrawals closed, paid at most so
 * many days before, which were not returned; oldest first. Later instants count, too: a withdrawal
 * that waits for a sale under way was signed before it. Copies of other producers are closed when a
 * moderator removed them for a withdrawal, unless an appeal restored them.
 */
export const salesToRefund = async (
  db: Database,
  performerId: PerformerId,
  days: number,
): Promise<SaleToRefund[]> => {
  const { rows } = await sql<SaleToRefund>`
    WITH withdrawn AS (
      SELECT scope, media_id, signed_at FROM consent_entries
        WHERE performer_id = ${performerId}::uuid AND act = 'withdrawal'
    ), copies AS (
      SELECT i.media_id, m.owner_id, (SELECT max(w.signed_at) FROM withdrawn w
          WHERE w.signed_at <= i.found_at) AS signed_at
        FROM removal_requests r JOIN removal_items i ON i.request_id = r.id AND i.removed
        JOIN media m ON m.id = i.media_id
        WHERE r.performer_id = ${performerId}::uuid
          AND NOT EXISTS (SELECT FROM moderation_decisions d WHERE d.origin_id = r.id
            AND d.target_id = i.media_id AND d.restored_at IS NOT NULL)
    ), closed_posts AS (
      SELECT t.post_id, w.signed_at, NULL::uuid AS owner_id FROM withdrawn w
        JOIN post_performers t ON t.performer_id = ${performerId}::uuid WHERE w.scope = 'post'
        AND w.media_id IS NULL
      UNION SELECT pm.post_id, w.signed_at, NULL FROM withdrawn w
        JOIN media_performers t ON t.performer_id = ${performerId}::uuid
        JOIN post_media pm ON pm.media_id = t.media_id
        WHERE w.scope = 'post' AND w.media_id IS NULL
      UNION SELECT pm.post_id, w.signed_at, NULL FROM withdrawn w
        JOIN post_media pm ON pm.media_id = w.media_id WHERE w.scope = 'post'
      UNION SELECT pm.post_id, c.signed_at, c.owner_id FROM copies c
        JOIN post_media pm ON pm.media_id = c.media_id
    ), closed_media AS (
      SELECT t.media_id, w.signed_at, NULL::uuid AS owner_id FROM withdrawn w
        JOIN media_performers t ON t.performer_id = ${performerId}::uuid WHERE w.scope = 'message'
        AND w.media_id IS NULL
      UNION SELECT w.media_id, w.signed_at, NULL FROM withdrawn w WHERE w.scope = 'message'
        AND w.media_id IS NOT NULL
      UNION SELECT pm.media_id, c.signed_at, NULL FROM closed_posts c
        JOIN post_media pm ON pm.post_id = c.post_id WHERE c.owner_id IS NULL
      UNION SELECT c.media_id, c.signed_at, c.owner_id FROM copies c
    ), sold AS (
      SELECT s.transfer_id, s.buyer_id, c.owner_id FROM closed_posts c
        CROSS JOIN LATERAL (${sql.raw(salesOfPost('c.post_id'))}) s
        WHERE s.at > c.signed_at - ${days} * interval '1 day'
      UNION SELECT s.transfer_id, s.buyer_id, c.owner_id FROM closed_media c
        JOIN message_content_media x ON x.media_id = c.media_id
        CROSS JOIN LATERAL (${sql.raw(salesOfContent('x.content_id'))}) s
        WHERE s.at > c.signed_at - ${days} * interval '1 day'
    )
    SELECT DISTINCT ON (s.transfer_id) s.transfer_id AS "transferId", p.id AS "performerId",
      coalesce(s.owner_id, p.producer_id) AS "producerId",
      s.buyer_id AS "buyerId", paid.amount
    FROM sold s JOIN performers p ON p.id = ${performerId}::uuid
      CROSS JOIN LATERAL (SELECT (-sum(e.amount))::bigint AS amount FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id
        WHERE e.transfer_id = s.transfer_id AND a.owner_profile_id = s.buyer_id
          AND a.kind = 'wallet') paid
    WHERE paid.amount > 0 AND NOT EXISTS (SELECT FROM ledger_transfers r
      WHERE r.reverses = s.transfer_id)
    ORDER BY s.transfer_id, s.owner_id`.execute(db);
  return rows;
};

export const isReversed = async (tx: Database, transferId: TransferId): Promise<boolean> => {
  const row = await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where('reverses', '=', transferId)
    .executeTakeFirst();
  return row !== undefined;
};

export const insertRefund = async (
  tx: Database,
  {
    transferId,
    performerId,
    producerId,
    buyerId,
    amount,
    owed,
    now,
  }: SaleToRefund & {
    owed: Centavos;
    now: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('consent_refunds')
    .values({
      transfer_id: transferId,
      performer_id: performerId,
      producer_id: producerId,
      buyer_id: buyerId,
      amount_centavos: amount,
      owed_centavos: owed,
      refunded_at: now,
    })
    .execute();
};

/** The refunds in a person's archive: those that they received, and those of their own sales. */
export const exportRefundsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('money/consent-refunds.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT transfer_id AS id,
      amount_centavos::int8 AS "amountCentavos", CASE WHEN producer_id = ${profileId}::uuid THEN owed_centavos::int8 END AS "owedCentavos",
        producer_id = ${profileId}::uuid AS sold, refunded_at AS "refundedAt"
      FROM consent_refunds WHERE (buyer_id = ${profileId}::uuid OR producer_id = ${profileId}::uuid)
        AND transfer_id > ${after}::uuid ORDER BY transfer_id LIMIT ${limit}`.execute(db),
  ),
];

export const producerOf = async (
  db: Database,
  performerId: PerformerId,
): Promise<ProfileId | null> => {
  const row = await db
    .selectFrom('performers')
    .select('producer_id')
    .where('id', '=', performerId)
    .executeTakeFirst();
  return (row?.producer_id as ProfileId | undefined) ?? null;
};

export const ownerOf = async (db: Database, mediaId: MediaId): Promise<ProfileId | null> => {
  const row = await db
    .selectFrom('media')
    .select('owner_id')
    .where('id', '=', mediaId)
    .executeTakeFirst();
  return (row?.owner_id as ProfileId | undefined) ?? null;
};

/** Media from which the performer withdrew: all with them, or those that they named. */
export const mediaWithdrawnFrom = async (
  db: Database,
  performerId: PerformerId,
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT DISTINCT o.id FROM (
      SELECT t.media_id AS id FROM media_performers t WHERE t.performer_id = ${performerId}::uuid
      UNION SELECT pm.media_id FROM post_performers t JOIN post_media pm ON pm.post_id = t.post_id
        WHERE t.performer_id = ${performerId}::uuid) o
    JOIN consent_entries w ON w.performer_id = ${performerId}::uuid AND w.act = 'withdrawal'
      AND (w.media_id IS NULL OR w.media_id = o.id)
    ORDER BY o.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Media of these owners among the given. */
export const ownedAmong = async (
  db: Database,
  ownerIds: readonly ProfileId[],
  ids: readonly MediaId[],
): Promise<MediaId[]> => {
  if (ownerIds.length === 0 || ids.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where('owner_id', 'in', ownerIds)
    .execute();
  return rows.map(({ id }) => id as MediaId);
};

/**
 * Which of the media show the same person by consent: another producer declared them there, under
 * a record of its own with the same document, and they did not withdraw from it.
 */
export const consentedElsewhere = async (
  db: Database,
  performerId: PerformerId,
  ids: readonly MediaId[],
): Promise<Set<MediaId>> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT DISTINCT o.media_id AS id FROM performers p
      JOIN performers q ON q.document_hash = p.document_hash AND q.id <> p.id
        AND q.consent = 'given' AND q.review = 'approved'
      CROSS JOIN LATERAL (${sql.raw(mediaOf('q.id'))}) o
    WHERE p.id = ${performerId}::uuid AND o.media_id = ANY(${ids}::uuid[])
      AND ${sql.raw(isGranted('q.id', "'post'"))}
      AND NOT ${sql.raw(isWithdrawn('o.media_id', 'post'))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Declares the performer in the copies; returns those in which they were not. */
export const declareCopies = async (
  tx: Database,
  performerId: PerformerId,
  copies: readonly MediaId[],
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    INSERT INTO media_performers (media_id, performer_id) SELECT unnest(${copies}::uuid[]),
      ${performerId}::uuid
    ON CONFLICT DO NOTHING RETURNING media_id AS id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Performers who withdrew from one of the media. */
export const withdrawnFromAny = async (
  db: Database,
  mediaIds: readonly MediaId[],
): Promise<PerformerId[]> => {
  if (mediaIds.length === 0) return [];
  const { rows } = await sql<{ id: PerformerId }>`
    SELECT DISTINCT w.performer_id AS id FROM consent_entries w WHERE w.act = 'withdrawal' AND (
      w.media_id = ANY(${mediaIds}::uuid[]) OR (w.media_id IS NULL AND w.performer_id IN (
        SELECT t.performer_id FROM media_performers t WHERE t.media_id = ANY(${mediaIds}::uuid[])
        UNION SELECT t.performer_id FROM post_media pm
          JOIN post_performers t ON t.post_id = pm.post_id
          WHERE pm.media_id = ANY(${mediaIds}::uuid[]))))
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};
