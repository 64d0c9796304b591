// SQL of performers. Legal data enters and leaves sealed.
import {
  CONSENT_SCOPES,
  type ConsentScope,
} from '@camarim/contract/features/verifications/performers';
import type { PerformerId, PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Database } from '../../../platform/database/database.ts';
import { lockName } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { isSold, keepHeldCopy } from '../../access/index.ts';
import { isGranted } from './consent-store.ts';
import { mediaOf } from './media-store.ts';
import type { Consent, Review } from './rules.ts';

/** The sealed data: identity and email address. */
export type Person = { fullName: string; document: string; birthDate: string; email: string };

export type PerformerRow = {
  kind: 'performer';
  id: PerformerId;
  /** The producer who registered the performer. */
  profile_id: ProfileId;
  stage_name: string;
  sealed: Buffer | null;
  consent: Consent;
  answered_at: Date | null;
  review: Review;
  reviewed_at: Date | null;
  reason: string;
  created_at: Date;
  /** How many posts that are not deleted declare them. */
  posts: number;
  /** In how many media they are, by themselves or in a post. */
  medias: number;
  /** What they consent to. */
  scopes: ConsentScope[];
};

const ROWS = sql`
  SELECT 'performer' AS kind, p.id, p.producer_id AS profile_id, p.stage_name, p.sealed, p.consent,
    p.answered_at, p.review, p.reviewed_at, p.reason, p.created_at,
    (SELECT count(*)::integer FROM post_performers t JOIN posts o ON o.id = t.post_id
      WHERE t.performer_id = p.id AND o.deleted_at IS NULL) AS posts,
    (SELECT count(*)::integer FROM (${sql.raw(mediaOf('p.id'))}) m) AS medias,
    ARRAY(SELECT s.scope FROM unnest(${sql.val(CONSENT_SCOPES)}::text[]) WITH ORDINALITY s (scope,
      n) WHERE ${sql.raw(isGranted('p.id', 's.scope'))} ORDER BY s.n) AS scopes
  FROM performers p`;

const one = async (db: Database, where: ReturnType<typeof sql>): Promise<PerformerRow | null> =>
  (await sql<PerformerRow>`${ROWS} WHERE ${where}`.execute(db)).rows[0] ?? null;

export const performerById = (db: Database, id: PerformerId): Promise<PerformerRow | null> =>
  one(db, sql`p.id = ${id}::uuid`);

/** Locks the performer, which serialises with `lockTaggable`. */
export const lockPerformer = async (
  tx: Database,
  id: PerformerId,
): Promise<PerformerRow | null> => {
  await tx.selectFrom('performers').select('id').where('id', '=', id).forUpdate().execute();
  return performerById(tx, id);
};

/** The performer of a link that has not expired. */
export const performerByToken = (
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<PerformerRow | null> =>
  one(
    db,
    sql`p.token_hash = ${tokenHash} AND (p.token_expires_at IS NULL
      OR p.token_expires_at > ${now}::timestamptz)`,
  );

export const performersOf = async (db: Database, producerId: ProfileId): Promise<PerformerRow[]> =>
  (
    await sql<PerformerRow>`${ROWS} WHERE p.producer_id = ${producerId}::uuid
      ORDER BY p.created_at DESC, p.id DESC`.execute(db)
  ).rows;

/** Performers who consented, by review state, the longest waiting first. */
export const reviewQueue = async (
  db: Database,
  { review, limit, offset }: { review: Review; limit: number; offset: number },
): Promise<PerformerRow[]> =>
  (
    await sql<PerformerRow>`${ROWS} WHERE p.review = ${review} AND p.consent = 'given'
      ORDER BY p.answered_at, p.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  ).rows;

export type Link = { tokenHash: Buffer; tokenExpiresAt: Date | null };
export type NewPerformer = Link & {
  id: PerformerId;
  producerId: ProfileId;
  stageName: string;
  sealed: Buffer;
  documentHash: Buffer;
  now: Date;
};

/** False when the producer has an active performer with the same CPF: a unique index decides. */
export const insertPerformer = async (
  tx: Database,
  { id, producerId, stageName, sealed, documentHash, tokenHash, tokenExpiresAt, now }: NewPerformer,
): Promise<boolean> => {
  const row = await tx
    .insertInto('performers')
    .values({
      id,
      producer_id: producerId,
      stage_name: stageName,
      sealed,
      document_hash: documentHash,
      token_hash: tokenHash,
      token_expires_at: tokenExpiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** How many a producer has; an advisory lock serialises concurrent additions. */
export const countPerformers = async (tx: Database, producerId: ProfileId): Promise<number> => {
  await lockName(tx, `performers of ${producerId}`);
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM performers
    WHERE producer_id = ${producerId}::uuid`.execute(tx);
  return rows[0]?.count ?? 0;
};

export const updateLink = async (
  tx: Database,
  id: PerformerId,
  { tokenHash, tokenExpiresAt }: Link,
): Promise<void> => {
  await tx
    .updateTable('performers')
    .set({ token_hash: tokenHash, token_expires_at: tokenExpiresAt })
    .where('id', '=', id)
    .execute();
};

export const updateSealed = async (
  tx: Database,
  id: PerformerId,
  sealed: Buffer,
): Promise<void> => {
  await tx.updateTable('performers').set({ sealed }).where('id', '=', id).execute();
};

export const updateAddressHash = async (
  db: Database,
  id: PerformerId,
  hash: Buffer,
): Promise<void> => {
  await db.updateTable('performers').set({ email_hash: hash }).where('id', '=', id).execute();
};

/** Performers whose address has no hash yet. */
export const performersWithoutHash = (
  db: Database,
  limit: number,
): Promise<{ id: PerformerId; sealed: Buffer | null }[]> =>
  db
    .selectFrom('performers')
    .select(['id', 'sealed'])
    .where('email_hash', 'is', null)
    .where('sealed', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute() as Promise<{ id: PerformerId; sealed: Buffer | null }[]>;

/** Records with this address, of every producer. */
export const performersByAddress = async (db: Database, hash: Buffer): Promise<PerformerId[]> => {
  const rows = await db
    .selectFrom('performers')
    .select('id')
    .where('email_hash', '=', hash)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id as PerformerId);
};

/**
 * Records the answer. The link ends with it, but for one to withdraw, which goes on showing the
 * record.
 */
export const recordAnswer = async (
  tx: Database,
  id: PerformerId,
  { consent, now }: { consent: Exclude<Consent, 'asked'>; now: Date },
): Promise<void> => {
  await tx
    .updateTable('performers')
    .set({
      consent,
      answered_at: now,
      ...(consent !== 'withdrawn' && { token_hash: null, token_expires_at: null }),
    })
    .where('id', '=', id)
    .execute();
};

/**
 * False when a post, deleted or not, a media or a show has ever declared the performer. That they
 * were chosen for shows of programs to come is no record of an appearance.
 */
export const deletePerformer = async (tx: Database, id: PerformerId): Promise<boolean> => {
  await keepHeldCopy(tx, 'performer', id);
  await tx.deleteFrom('live_program_performers').where('performer_id', '=', id).execute();
  const { rows } = await sql<{ id: string }>`
    DELETE FROM performers p WHERE p.id = ${id}::uuid AND NOT EXISTS (SELECT FROM post_performers t
      WHERE t.performer_id = p.id)
      AND NOT EXISTS (SELECT FROM post_declarations d JOIN posts o ON o.id = d.post_id
        WHERE o.profile_id = p.producer_id AND p.id = ANY(d.performer_ids))
      AND NOT EXISTS (SELECT FROM media_performers t WHERE t.performer_id = p.id)
      AND NOT EXISTS (SELECT FROM live_performers t WHERE t.performer_id = p.id)
        RETURNING p.id`.execute(tx);
  return rows.length > 0;
};

/**
 * Which of `ids` are the producer's performers, consented and approved, locked so that none can
 * withdraw before this transaction ends.
 */
export const lockTaggable = async (
  tx: Database,
  producerId: ProfileId,
  ids: readonly PerformerId[],
): Promise<PerformerId[]> => {
  const { rows } = await sql<{ id: PerformerId }>`
    SELECT id FROM performers WHERE id = ANY(${ids}::uuid[]) AND producer_id = ${producerId}::uuid
      AND consent = 'given' AND review = 'approved' ORDER BY id FOR SHARE`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Sets a post's performers; each declaration stays on record. */
export const insertDeclaration = async (
  tx: Database,
  {
    id,
    postId,
    declaredBy,
    performerIds,
    now,
  }: {
    id: string;
    postId: PostId;
    declaredBy: ProfileId;
    performerIds: readonly PerformerId[];
    now: Date;
  },
): Promise<void> => {
  await sql`INSERT INTO post_declarations (id, post_id, declared_by, performer_ids, declared_at)
    VALUES (${id}::uuid, ${postId}::uuid, ${declaredBy}::uuid, ${performerIds}::uuid[],
    ${now})`.execute(tx);
  await sql`DELETE FROM post_performers WHERE post_id = ${postId}::uuid
    AND performer_id <> ALL(${performerIds}::uuid[])`.execute(tx);
  await sql`INSERT INTO post_performers (post_id, performer_id) SELECT ${postId}::uuid,
    unnest(${performerIds}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
};

/** A post's performers with their stage names; for its owner only. */
export const performersIn = async (
  db: Database,
  postId: PostId,
): Promise<{ id: PerformerId; stageName: string }[]> => {
  const { rows } = await sql<{ id: PerformerId; stageName: string }>`
    SELECT p.id, p.stage_name AS "stageName" FROM post_performers t
      JOIN performers p ON p.id = t.performer_id WHERE t.post_id = ${postId}::uuid
      ORDER BY p.stage_name, p.id`.execute(db);
  return rows;
};

/**
 * Performers with legal data whose posts are all deleted and, like messages with them, were not
 * bought.
 */
export const listErasablePerformers = async (
  db: Database,
  producerId: ProfileId,
): Promise<PerformerId[]> => {
  const { rows } = await sql<{ id: PerformerId }>`
    SELECT p.id FROM performers p WHERE p.producer_id = ${producerId}::uuid AND p.sealed IS NOT NULL
      AND NOT EXISTS (
      SELECT FROM post_performers t JOIN posts o ON o.id = t.post_id
      WHERE t.performer_id = p.id AND (o.deleted_at IS NULL OR ${sql.raw(isSold('o.id'))}))
      AND NOT EXISTS (SELECT FROM media_performers t
        JOIN message_content_media x ON x.media_id = t.media_id
        JOIN message_purchases b ON b.content_id = x.content_id
          WHERE t.performer_id = p.id)`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * The producer's part of a personal data archive: their performers and declarations, without the
 * performers' legal data.
 */
export const exportPerformersOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('posts/performers.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, stage_name AS "stageName", consent, answered_at AS "answeredAt", review,
      reviewed_at AS "reviewedAt", reason, created_at AS "createdAt"
      FROM performers WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('posts/declarations.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, post_id AS "postId", performer_ids AS "performerIds", declared_at AS "declaredAt"
      FROM post_declarations WHERE declared_by = ${profileId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('medias/declarations.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, media_id AS "mediaId", performer_ids AS "performerIds",
      declared_at AS "declaredAt"
      FROM media_declarations WHERE declared_by = ${profileId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
