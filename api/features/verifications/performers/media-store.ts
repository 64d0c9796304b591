// SQL of performers in media that are sent in messages: declarations, and what is withheld.
import type { MediaId, PerformerId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { isWithheld } from '../../access/index.ts';
import { isWithdrawn } from './consent-store.ts';

/**
 * SQL of whether the media is withheld: a performer declared in it no longer consents or is no
 * longer approved, it is in a withheld post, or something about it is to be decided. `media` is the
 * column of its id.
 */
const withheldMedia = (media: string): string => `(EXISTS (
    SELECT FROM media_performers wt JOIN performers wp ON wp.id = wt.performer_id
    WHERE wt.media_id = ${media} AND NOT (wp.consent = 'given' AND wp.review = 'approved'))
  OR EXISTS (SELECT FROM post_media wm JOIN posts wo ON wo.id = wm.post_id WHERE wm.media_id = ${media} AND wo.withheld_at IS NOT NULL)
  OR ${isWithheld('media', media)})`;

/** SQL of whether the media is withheld from those to whom it was sent in messages. */
export const withheldInMessages = (media: string): string =>
  `(${withheldMedia(media)} OR ${isWithdrawn(media, 'message')})`;

/**
 * SQL that selects `media_id` of the media in which the performer is declared, by themselves or in
 * a post.
 */
export const mediaOf = (performer: string): string =>
  `SELECT mp.media_id FROM media_performers mp WHERE mp.performer_id = ${performer}
  UNION SELECT pm.media_id FROM post_performers t JOIN post_media pm ON pm.post_id = t.post_id
    WHERE t.performer_id = ${performer}`;

/** The same for one performer. */
export const mediaOfPerformer = (performerId: PerformerId) =>
  sql`SELECT o.media_id FROM performers q CROSS JOIN LATERAL (${sql.raw(mediaOf('q.id'))}) o
    WHERE q.id = ${performerId}::uuid`;

/** Which of the media the performer is in. */
export const mediaAmong = async (
  db: Database,
  performerId: PerformerId,
  ids: readonly MediaId[],
): Promise<MediaId[]> => {
  const { rows } = await sql<{ media_id: MediaId }>`
    SELECT media_id FROM (${mediaOfPerformer(performerId)}) o
      WHERE media_id = ANY(${ids}::uuid[])`.execute(db);
  return rows.map((row) => row.media_id);
};

/** All media with the performer that people download. */
export const archivesOf = async (db: Database, performerId: PerformerId): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.kind = 'archive' AND m.id IN (${mediaOfPerformer(performerId)})
      ORDER BY m.id`.execute(db);
  return rows.map(({ id }) => id);
};

export type PerformerMedia = {
  id: MediaId;
  kind: 'image' | 'video' | 'audio' | 'archive';
  posts: number;
  messages: number;
  created_at: Date;
};

/** Media with the performer that are not gone, the newest first. */
export const listMediaOf = async (
  db: Database,
  performerId: PerformerId,
  { limit, offset }: { limit: number; offset: number },
): Promise<PerformerMedia[]> => {
  const { rows } = await sql<PerformerMedia>`
    SELECT m.id, m.kind, m.created_at,
      (SELECT count(*)::integer FROM post_media pm JOIN posts o ON o.id = pm.post_id
        WHERE pm.media_id = m.id AND o.deleted_at IS NULL) AS posts,
      (SELECT count(*)::integer FROM message_content_media x
        JOIN message_contents c ON c.id = x.content_id WHERE x.media_id = m.id
        AND c.unsent_at IS NULL) AS messages
    FROM media m WHERE m.id IN (${mediaOfPerformer(performerId)}) AND m.status <> 'error'
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Which of the media are withheld everywhere, or in `messages` alone. */
export const withheldAmong = async (
  db: Database,
  ids: readonly MediaId[],
  where: 'everywhere' | 'messages' = 'everywhere',
): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  const condition = where === 'messages' ? withheldInMessages('m.id') : withheldMedia('m.id');
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM unnest(${ids}::uuid[]) m (id) WHERE ${sql.raw(condition)}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Keeps withdrawals of everyone in the media waiting until the commit, so that what follows one
 * finds this sale; waits for those under way. Returns the media from which a person has withdrawn,
 * or whose approval ended.
 */
export const lockConsents = async (tx: Database, ids: readonly MediaId[]): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql`
    SELECT p.id FROM performers p WHERE p.id IN (
      SELECT t.performer_id FROM media_performers t WHERE t.media_id = ANY(${ids}::uuid[])
      UNION SELECT t.performer_id FROM post_media pm
        JOIN post_performers t ON t.post_id = pm.post_id WHERE pm.media_id = ANY(${ids}::uuid[]))
    ORDER BY p.id FOR SHARE`.execute(tx);
  // With the locks, because a statement does not see what was committed while it waited.
  return rows.length === 0 ? [] : withheldAmong(tx, ids, 'messages');
};

/**
 * Adds the performers to each of the media, with those of posts that have it. None is removed. A
 * declaration that says nothing new is not recorded again.
 */
export const insertMediaDeclarations = async (
  tx: Database,
  declaration: {
    mediaIds: readonly MediaId[];
    declaredBy: ProfileId;
    performerIds: readonly PerformerId[];
    now: Date;
  },
): Promise<void> => {
  const { mediaIds, declaredBy, performerIds, now } = declaration;
  await sql`
    WITH w AS (
      SELECT n.id, n.media_id, ARRAY(SELECT unnest(${performerIds}::uuid[])
        UNION SELECT performer_id FROM media_performers WHERE media_id = n.media_id
        UNION SELECT t.performer_id FROM post_media pm
          JOIN post_performers t ON t.post_id = pm.post_id
          WHERE pm.media_id = n.media_id) AS performer_ids
      FROM unnest(${mediaIds.map(() => newId())}::uuid[], ${mediaIds}::uuid[]) n (id, media_id)),
    d AS (INSERT INTO media_declarations (id, media_id, declared_by, performer_ids, declared_at)
      SELECT w.id, w.media_id, ${declaredBy}::uuid, w.performer_ids, ${now}::timestamptz FROM w
      WHERE NOT EXISTS (SELECT FROM media_declarations b WHERE b.media_id = w.media_id
        AND b.performer_ids @> w.performer_ids))
    INSERT INTO media_performers (media_id, performer_id) SELECT w.media_id, unnest(w.performer_ids)
      FROM w
    ON CONFLICT DO NOTHING`.execute(tx);
};
