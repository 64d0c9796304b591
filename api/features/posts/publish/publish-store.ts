// Posts as publishing writes them: inserts, states and their media. Exact under concurrency by row
// locks.
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { lockName } from '../../../platform/database/transaction.ts';
import { isPostUnderLegalHold, isSold, isWithheld, keepHeldCopy } from '../../access/index.ts';
import type { PostStatus } from '../store.ts';

export type NewPost = {
  id: PostId;
  profileId: ProfileId;
  text: string;
  priceCentavos: Centavos | null;
  audience: 'public' | 'members';
  tipsEnabled: boolean;
  status: PostStatus;
  playableAt: Date | null;
  /** Since when it is in review. */
  heldAt: Date | null;
  startWhen: Date;
  expiresAt: Date | null;
  activeDays: number | null;
  draft: boolean;
  ai: AiChoice;
  createdAt: Date;
  mediaIds: readonly MediaId[];
};

export const insertPost = async (tx: Database, post: NewPost): Promise<void> => {
  await tx
    .insertInto('posts')
    .values({
      id: post.id,
      profile_id: post.profileId,
      text: post.text,
      price_centavos: post.priceCentavos,
      audience: post.audience,
      tips_enabled: post.tipsEnabled,
      status: post.status,
      playable_at: post.playableAt,
      held_at: post.heldAt,
      start_when: post.startWhen,
      expires_at: post.expiresAt,
      active_days: post.activeDays,
      draft: post.draft,
      ai_declared: post.ai,
      created_at: post.createdAt,
    })
    .execute();
  if (post.mediaIds.length === 0) return;
  await tx
    .insertInto('post_media')
    .values(
      post.mediaIds.map((mediaId, position) => ({ post_id: post.id, media_id: mediaId, position })),
    )
    .execute();
};

export const setStatus = async (tx: Database, id: PostId, status: PostStatus): Promise<void> => {
  await tx.updateTable('posts').set({ status }).where('id', '=', id).execute();
};

/**
 * What the team says of how it was made, null: nothing; with what it said before. Null when the
 * post is gone.
 */
export const setAiDecided = async (
  tx: Database,
  id: PostId,
  ai: AiChoice | null,
): Promise<{ before: AiChoice | null } | null> => {
  const { rows } = await sql<{ before: AiChoice | null }>`
    UPDATE posts SET ai_decided = ${ai} WHERE id = ${id}::uuid AND deleted_at IS NULL
      RETURNING old.ai_decided AS before`.execute(tx);
  return rows[0] ?? null;
};

/** Playable for others from `at`; null hides it again. */
export const setPlayable = async (tx: Database, id: PostId, at: Date | null): Promise<void> => {
  await tx.updateTable('posts').set({ playable_at: at }).where('id', '=', id).execute();
};

/** Held for a review since `at`; null: no longer. */
export const setInReview = async (tx: Database, id: PostId, at: Date | null): Promise<void> => {
  await tx.updateTable('posts').set({ held_at: at }).where('id', '=', id).execute();
};

/** A post that was in review beyond its start begins now, unless others saw it before. */
export const startNow = async (tx: Database, id: PostId, now: Date): Promise<void> => {
  await sql`
    UPDATE posts SET start_when = ${now}, expires_at = CASE WHEN active_days IS NULL THEN expires_at
      ELSE ${now}::timestamptz + active_days * interval '1 day' END
    WHERE id = ${id}::uuid AND NOT announced AND start_when < ${now}::timestamptz`.execute(tx);
};

/** A profile's posts that are not deleted. */
export const postIdsOf = async (
  db: Database,
  ownerId: ProfileId,
  limit: number,
): Promise<PostId[]> => {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('profile_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id as PostId);
};

/** A post with its row locked until the transaction ends. */
export type LockedPost = {
  id: PostId;
  profileId: ProfileId;
  text: string;
  priceCentavos: Centavos | null;
  audience: 'public' | 'members';
  tipsEnabled: boolean;
  status: PostStatus;
  playableAt: Date | null;
  heldAt: Date | null;
  startWhen: Date;
  expiresAt: Date | null;
  activeDays: number | null;
  draft: boolean;
  ai: AiChoice;
  archivedAt: Date | null;
  deletedAt: Date | null;
  withheldAt: Date | null;
  /** At least one person bought it. */
  sold: boolean;
  mediaIds: MediaId[];
};

/**
 * Null when it does not exist. Reads after the lock is taken, so it sees purchases and media
 * committed before.
 */
export const lockPost = async (tx: Database, id: PostId): Promise<LockedPost | null> => {
  await tx.selectFrom('posts').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<LockedPost>`
    SELECT p.id, p.profile_id AS "profileId", p.text, p.price_centavos AS "priceCentavos",
      p.audience, p.tips_enabled AS "tipsEnabled", p.status,
      p.playable_at AS "playableAt", p.held_at AS "heldAt", p.start_when AS "startWhen",
        p.expires_at AS "expiresAt", p.active_days AS "activeDays", p.draft, p.ai_declared AS ai,
      p.archived_at AS "archivedAt", p.deleted_at AS "deletedAt", p.withheld_at AS "withheldAt",
      ${sql.raw(isSold('p.id'))} AS sold,
      ARRAY(SELECT m.media_id FROM post_media m WHERE m.post_id = p.id
        ORDER BY m.position) AS "mediaIds"
    FROM posts p WHERE p.id = ${id}`.execute(tx);
  return rows[0] ?? null;
};

/** Posts that contain the media, in the order in which posts are locked. */
export const postsOf = async (tx: Database, mediaId: MediaId): Promise<PostId[]> => {
  const rows = await tx
    .selectFrom('post_media')
    .select('post_id')
    .where('media_id', '=', mediaId)
    .orderBy('post_id')
    .execute();
  return rows.map(({ post_id: id }) => id as PostId);
};

/** The fields of a post that its owner may change. */
export type EditablePost = Pick<
  LockedPost,
  | 'text'
  | 'priceCentavos'
  | 'audience'
  | 'tipsEnabled'
  | 'startWhen'
  | 'expiresAt'
  | 'activeDays'
  | 'draft'
  | 'ai'
>;

export const updatePost = async (
  tx: Database,
  id: PostId,
  post: EditablePost,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'post', id);
  await tx
    .updateTable('posts')
    .set({
      text: post.text,
      price_centavos: post.priceCentavos,
      audience: post.audience,
      tips_enabled: post.tipsEnabled,
      start_when: post.startWhen,
      expires_at: post.expiresAt,
      active_days: post.activeDays,
      draft: post.draft,
      ai_declared: post.ai,
      edited_at: now,
    })
    .where('id', '=', id)
    .execute();
};

/** Archives at `at`; null restores. A second call keeps the first instant. */
export const setArchived = async (tx: Database, id: PostId, at: Date | null): Promise<void> => {
  await sql`UPDATE posts SET archived_at = CASE WHEN ${at}::timestamptz IS NULL THEN NULL
    ELSE coalesce(archived_at, ${at}) END, pinned = pinned AND ${at}::timestamptz IS NULL
    WHERE id = ${id}`.execute(tx);
};

/**
 * Pins the post in place of the profile's other one. Serialised per profile by an advisory lock.
 */
export const setPinned = async (
  tx: Database,
  { id, profileId }: { id: PostId; profileId: ProfileId },
  pinned: boolean,
): Promise<void> => {
  // Not the profile's row, which is locked after the rows of posts everywhere else.
  await lockName(tx, `pinned post of ${profileId}`);
  if (pinned)
    await tx
      .updateTable('posts')
      .set({ pinned: false })
      .where('profile_id', '=', profileId)
      .where('pinned', '=', true)
      .where('id', '<>', id)
      .execute();
  await tx
    .updateTable('posts')
    .set({ pinned })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Appends after the existing media. */
export const appendMedia = async (
  tx: Database,
  id: PostId,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  await sql`
    INSERT INTO post_media (post_id, media_id, position)
    SELECT ${id}, added.id, added.place + (SELECT coalesce(max(position), -1) FROM post_media
      WHERE post_id = ${id})
    FROM unnest(${mediaIds}::uuid[]) WITH ORDINALITY AS added (id, place)`.execute(tx);
};

/** Numbers the media of the post in this order. */
export const orderMedia = async (
  tx: Database,
  id: PostId,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  // Positions are unique at every row that changes: first past the last one, then from 0 on.
  const past = sql`(SELECT max(position) + 1 FROM post_media WHERE post_id = ${id})`;
  for (const first of [past, sql`0`])
    await sql`
      UPDATE post_media SET position = ${first} + wanted.place - 1
      FROM unnest(${mediaIds}::uuid[]) WITH ORDINALITY AS wanted (id, place)
      WHERE post_media.post_id = ${id} AND post_media.media_id = wanted.id`.execute(tx);
};

/** Removes a media; the order of the others stays. */
export const detachMedia = async (tx: Database, id: PostId, mediaId: MediaId): Promise<void> => {
  await tx
    .deleteFrom('post_media')
    .where('post_id', '=', id)
    .where('media_id', '=', mediaId)
    .execute();
};

/**
 * Which of these media can be erased: not kept in a vault, not in a welcome message, and in no post
 * that exists or was bought. Their rows are locked.
 */
export const unneededAmong = async (tx: Database, ids: readonly MediaId[]): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  await sql`SELECT id FROM media WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.id = ANY(${ids}::uuid[]) AND NOT m.kept
      AND NOT EXISTS (SELECT FROM welcome_message_medias w WHERE w.media_id = m.id) AND NOT EXISTS (
      SELECT FROM post_media pm JOIN posts p ON p.id = pm.post_id
      WHERE pm.media_id = m.id AND (p.deleted_at IS NULL OR ${sql.raw(isSold('p.id'))}))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

/**
 * Sets `counted` to whether the post is published now; returns the new value, or null when it did
 * not change.
 */
export const syncCountedFlag = async (
  tx: Database,
  id: PostId,
  now: Date,
): Promise<{ profileId: ProfileId; shown: boolean } | null> => {
  const { rows } = await sql<{ profileId: ProfileId; shown: boolean }>`
    UPDATE posts SET counted = NOT counted
    WHERE id = ${id} AND counted <> (deleted_at IS NULL AND archived_at IS NULL
      AND withheld_at IS NULL AND playable_at IS NOT NULL
      AND start_when <= ${now} AND (expires_at IS NULL OR expires_at > ${now}))
    RETURNING profile_id AS "profileId", counted AS shown`.execute(tx);
  return rows[0] ?? null;
};

/** Marks the post deleted and returns its media; null when it was deleted before. */
export const markDeleted = async (
  tx: Database,
  id: PostId,
  now: Date,
): Promise<MediaId[] | null> => {
  // The lock waits for purchases under way, and only the statement after it sees them.
  const post = await lockPost(tx, id);
  if (!post || post.deletedAt) return null;
  await tx
    .updateTable('posts')
    .set({ deleted_at: now, pinned: false })
    .where('id', '=', id)
    .execute();
  return post.mediaIds;
};

/**
 * The texts of deleted posts that were not sold, and that are not kept as evidence or by a legal
 * hold.
 */
export const blankPostsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`
    UPDATE posts p SET text = '' WHERE p.profile_id = ${profileId}::uuid
      AND p.deleted_at IS NOT NULL AND p.text <> ''
      AND NOT ${sql.raw(isSold('p.id'))}
        AND NOT ${sql.raw(isPostUnderLegalHold('p.id', 'p.profile_id'))}
      AND NOT ${sql.raw(isWithheld('post', 'p.id'))}`.execute(db);
};
