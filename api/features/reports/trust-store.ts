// SQL of what dismissed reports say about the next one: about the same content, and by the same
// person.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { loadTargets, type ReportBody, type ReportRow } from './store.ts';

type Reason = ReportBody['reason'];

/** SQL of whether what a decided report `d` is about was changed after the decision. */
const CHANGED_SINCE = sql.raw(`(
  d.target_kind = 'post' AND EXISTS (SELECT FROM posts p WHERE p.id = d.target_id AND p.edited_at > d.decided_at)
  OR d.target_kind = 'message' AND EXISTS (SELECT FROM messages m LEFT JOIN message_contents c ON c.id = m.content_id
    WHERE m.id = d.target_id AND coalesce(c.edited_at, m.edited_at) > d.decided_at)
  OR d.target_kind = 'order' AND EXISTS (SELECT FROM orders o JOIN message_contents c ON c.id = o.content_id
    WHERE o.id = d.target_id AND coalesce(c.edited_at, c.created_at) > d.decided_at)
  OR d.target_kind = 'profile' AND EXISTS (SELECT FROM profiles p JOIN media m ON m.id IN (p.avatar_media_id, p.cover_media_id)
    WHERE p.id = d.target_id AND m.created_at > d.decided_at))`);

/**
 * Whether administrators left the target as it is now after a report for one of the reasons, since
 * then: itself, the post of a media, or each media of a post that is not newer than that.
 */
export const isDismissedSince = async (
  db: Database,
  {
    targetKind: kind,
    targetId: id,
    reasons,
  }: Pick<ReportBody, 'targetKind' | 'targetId'> & { reasons: readonly Reason[] },
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    WITH own AS (SELECT ${id}::uuid AS media_id WHERE ${kind}::text = 'media'
      UNION ALL SELECT media_id FROM post_media WHERE ${kind}::text = 'post'
        AND post_id = ${id}::uuid),
    left_as_is AS (SELECT d.target_kind, d.target_id, d.decided_at FROM reports d
      WHERE (d.target_kind, d.target_id) IN (SELECT ${kind}::text, ${id}::uuid
          UNION ALL SELECT 'media', media_id FROM own
          UNION ALL SELECT 'post', pm.post_id FROM post_media pm JOIN own USING (media_id))
        AND d.outcome = 'dismissed' AND d.reason = ANY(${reasons}::text[])
        AND d.decided_at > ${since} AND NOT ${CHANGED_SINCE}),
    medias AS (SELECT target_id AS media_id, decided_at FROM left_as_is WHERE target_kind = 'media'
      UNION ALL SELECT pm.media_id, l.decided_at FROM left_as_is l
        JOIN post_media pm ON pm.post_id = l.target_id WHERE l.target_kind = 'post')
    SELECT EXISTS (SELECT FROM left_as_is WHERE target_kind = ${kind}::text
        AND target_id = ${id}::uuid)
      OR ${kind}::text = 'media' AND EXISTS (SELECT FROM medias WHERE media_id = ${id}::uuid)
      OR ${kind}::text = 'post' AND EXISTS (SELECT FROM own)
        AND NOT EXISTS (SELECT FROM own JOIN posts p ON p.id = ${id}::uuid
          WHERE NOT EXISTS (SELECT FROM medias m WHERE m.media_id = own.media_id
            AND m.decided_at > greatest(p.created_at, p.edited_at))) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** A member, or a visitor by an HMAC of their address. */
export type ReporterKey = { reporterId: ProfileId | null; addressKey: Buffer | null };

/**
 * The number of things of which reports by this person for one of the reasons were dismissed since
 * then. What is gone does not count, nor what a decision removed that stands, because such reports
 * may have been right; nor a dismissal that an appeal has taken back.
 */
export const countDismissed = async (
  db: Database,
  { reporterId, addressKey }: ReporterKey,
  reasons: readonly Reason[],
  since: Date,
): Promise<number> => {
  const { rows } = await sql<Pick<ReportRow, 'target_kind' | 'target_id'>>`
    SELECT DISTINCT d.target_kind, d.target_id FROM reports d
    WHERE (d.reporter_id = ${reporterId}::uuid OR d.address_key = ${addressKey}::bytea)
      AND d.outcome = 'dismissed' AND d.reason = ANY(${reasons}::text[])
      AND d.decided_at > ${since}
      AND NOT EXISTS (SELECT FROM moderation_decisions m WHERE m.origin_id = d.id)
      AND NOT EXISTS (SELECT FROM moderation_decisions m WHERE m.target_kind = d.target_kind
        AND m.target_id = d.target_id AND m.restored_at IS NULL)`.execute(db);
  return (await loadTargets(db, rows)).length;
};

/** Addresses of visitors whose reports are not counted any more. */
export const deleteAddressKeys = async (db: Database, decidedBefore: Date): Promise<void> => {
  await sql`UPDATE reports SET address_key = NULL
    WHERE address_key IS NOT NULL AND decided_at < ${decidedBefore}`.execute(db);
};
