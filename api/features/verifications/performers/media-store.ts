// SQL of performers in media that are sent in messages: declarations, and what is withheld.
import { randomUUIDv7 } from 'node:crypto';
import type { MediaId, PerformerId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { isWithheld } from '../../access/index.ts';

type Db = Kysely<DB>;

/**
 * SQL of whether the media is withheld: a performer declared in it no longer consents or is no longer
 * approved, it is in a withheld post, or something about it is to be decided. `media` is the column of
 * its id.
 */
export const withheldMedia = (media: string): string => `(EXISTS (
    SELECT FROM media_performers wt JOIN performers wp ON wp.id = wt.performer_id
    WHERE wt.media_id = ${media} AND NOT (wp.consent = 'given' AND wp.review = 'approved'))
  OR EXISTS (SELECT FROM post_media wm JOIN posts wo ON wo.id = wm.post_id WHERE wm.media_id = ${media} AND wo.withheld_at IS NOT NULL)
  OR ${isWithheld('media', media)})`;

/** SQL of the media in which a performer is declared, by themselves or in a post. */
export const mediaOfPerformer = (performerId: PerformerId) => sql`
  SELECT media_id FROM media_performers WHERE performer_id = ${performerId}::uuid
  UNION SELECT pm.media_id FROM post_performers t JOIN post_media pm ON pm.post_id = t.post_id WHERE t.performer_id = ${performerId}::uuid`;

/** Those of the media that are withheld. */
export const withheldAmong = async (db: Db, ids: readonly MediaId[]): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM unnest(${ids}::uuid[]) m (id) WHERE ${sql.raw(withheldMedia('m.id'))}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/**
 * Adds the performers to each of the media, with those of posts that have it. None is removed. A
 * declaration that says nothing new is not recorded again.
 */
export const insertMediaDeclarations = async (
  tx: Db,
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
        UNION SELECT t.performer_id FROM post_media pm JOIN post_performers t ON t.post_id = pm.post_id WHERE pm.media_id = n.media_id) AS performer_ids
      FROM unnest(${mediaIds.map(() => randomUUIDv7())}::uuid[], ${mediaIds}::uuid[]) n (id, media_id)),
    d AS (INSERT INTO media_declarations (id, media_id, declared_by, performer_ids, declared_at)
      SELECT w.id, w.media_id, ${declaredBy}::uuid, w.performer_ids, ${now}::timestamptz FROM w
      WHERE NOT EXISTS (SELECT FROM media_declarations b WHERE b.media_id = w.media_id AND b.performer_ids @> w.performer_ids))
    INSERT INTO media_performers (media_id, performer_id) SELECT w.media_id, unnest(w.performer_ids) FROM w
    ON CONFLICT DO NOTHING`.execute(tx);
};
