// What is withheld while or because something about it is decided. Each cause withholds by itself;
// content is withheld while one of them is in force.
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { CommentId, MediaId, PostId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';

export type WithheldTarget =
  | { kind: 'post'; id: PostId }
  | { kind: 'media'; id: MediaId }
  | { kind: 'comment'; id: CommentId }
  /** A message, or what several messages share. */
  | { kind: 'message'; id: MessageId | MessageContentId };

/**
 * Why it is withheld: a report that is to be decided, a decision to remove it, or a request of a
 * person who is depicted.
 */
export type WithholdingCause = DB['withholdings']['cause'];

/** SQL that is true while the content is withheld. `id` is a column or a numbered parameter. */
export const isWithheld = (kind: WithheldTarget['kind'], id: string): string =>
  `EXISTS (SELECT FROM withholdings wh WHERE wh.target_id = ${id} AND wh.target_kind = '${kind}'
    AND wh.released_at IS NULL)`;

/**
 * SQL that is true while a withheld media withholds the posts with it, too, and not only itself.
 */
const withholdsPosts = (media: string): string =>
  `EXISTS (SELECT FROM withholdings wh WHERE wh.target_id = ${media} AND wh.target_kind = 'media'
    AND wh.released_at IS NULL AND wh.whole_posts)`;

/**
 * SQL that is true while the post is withheld: itself, with one of its media, or because nothing of
 * it is left. `p` names its row.
 */
export const isPostWithheld = (p: string): string => `(${isWithheld('post', `${p}.id`)}
  OR EXISTS (SELECT FROM post_media wm WHERE wm.post_id = ${p}.id AND ${withholdsPosts('wm.media_id')})
  OR ${p}.text = '' AND EXISTS (SELECT FROM post_media wm WHERE wm.post_id = ${p}.id)
    AND NOT EXISTS (SELECT FROM post_media wm WHERE wm.post_id = ${p}.id AND NOT ${isWithheld('media', 'wm.media_id')}))`;

/**
 * SQL that is true when a decision removed all that the price of the post was for: what is left is
 * shown to everyone in its audience anyway, as its text and a picture that is its free preview.
 */
export const hasNothingToSell = (
  post: string,
): string => `(EXISTS (SELECT FROM post_media wm WHERE wm.post_id = ${post} AND ${isWithheld('media', 'wm.media_id')})
  AND NOT EXISTS (SELECT FROM post_media wm WHERE wm.post_id = ${post} AND wm.free_seconds IS DISTINCT FROM 0 AND NOT ${isWithheld('media', 'wm.media_id')}))`;

/** SQL of the cause that its owner is shown: a decision before a request and a report. */
export const causeOfPost = (post: string): string =>
  `(SELECT wh.cause FROM withholdings wh WHERE wh.released_at IS NULL AND ((wh.target_kind = 'post' AND wh.target_id = ${post})
    OR (wh.target_kind = 'media' AND wh.target_id IN (SELECT wm.media_id FROM post_media wm WHERE wm.post_id = ${post})))
    ORDER BY array_position(ARRAY['decision', 'removal', 'report'], wh.cause) LIMIT 1)`;

/**
 * SQL of the cause that withholds the media by itself, a decision before others; null: none does.
 */
export const causeOfMedia = (media: string): string =>
  `(SELECT wh.cause FROM withholdings wh WHERE wh.target_id = ${media} AND wh.target_kind = 'media' AND wh.released_at IS NULL
    ORDER BY wh.cause = 'decision' DESC LIMIT 1)`;

export type WithholdingTerms = {
  cause: WithholdingCause;
  causeId: string;
  fromOwner: boolean;
  /** Whether media among the targets withhold the posts with them, and not only themselves. */
  wholePosts: boolean;
};

/** The targets that this cause did not withhold before. */
export const insertWithholdings = async (
  tx: Database,
  targets: readonly WithheldTarget[],
  { cause, causeId, fromOwner, wholePosts, now }: WithholdingTerms & { now: Date },
): Promise<WithheldTarget[]> => {
  if (targets.length === 0) return [];
  const { rows } = await sql<WithheldTarget>`
    INSERT INTO withholdings (id, target_kind, target_id, cause, cause_id, from_owner, whole_posts,
      withheld_at)
    SELECT n.id, n.kind, n.target_id, ${cause}, ${causeId}::uuid, ${fromOwner}, ${wholePosts},
      ${now}
    FROM unnest(${targets.map(() => newId())}::uuid[], ${targets.map(({ kind }) => kind)}::text[],
      ${targets.map(({ id }) => id)}::uuid[]) n (id, kind, target_id)
    ON CONFLICT DO NOTHING RETURNING target_kind AS kind, target_id AS id`.execute(tx);
  return rows;
};

/** Ends what these causes withhold; returns the targets, which another cause may still withhold. */
export const endWithholdings = async (
  tx: Database,
  cause: WithholdingCause,
  causeIds: readonly string[],
  now: Date,
): Promise<WithheldTarget[]> => {
  const { rows } = await sql<WithheldTarget>`
    UPDATE withholdings SET released_at = ${now} WHERE cause = ${cause}
      AND cause_id = ANY(${causeIds}::uuid[]) AND released_at IS NULL
    RETURNING target_kind AS kind, target_id AS id`.execute(tx);
  return rows;
};

/** What the cause withholds or withheld. */
export const targetsOf = async (
  tx: Database,
  cause: WithholdingCause,
  causeId: string,
): Promise<WithheldTarget[]> => {
  const { rows } = await sql<WithheldTarget>`
    SELECT target_kind AS kind, target_id AS id FROM withholdings WHERE cause = ${cause}
      AND cause_id = ${causeId}::uuid ORDER BY target_kind, target_id`.execute(tx);
  return rows;
};

/** Posts among the targets, and those with a media among them, deleted ones too. */
export const postsTouched = async (
  tx: Database,
  targets: readonly WithheldTarget[],
): Promise<PostId[]> => {
  const idsOf = (kind: WithheldTarget['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{ id: PostId }>`
    SELECT id FROM posts WHERE id = ANY(${idsOf('post')}::uuid[])
    UNION SELECT post_id FROM post_media WHERE media_id = ANY(${idsOf('media')}::uuid[])
      ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Media among the targets, and those of posts among them. */
export const mediasTouched = async (
  tx: Database,
  targets: readonly WithheldTarget[],
): Promise<MediaId[]> => {
  const idsOf = (kind: WithheldTarget['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{ id: MediaId }>`
    SELECT id FROM media WHERE id = ANY(${idsOf('media')}::uuid[])
    UNION SELECT media_id FROM post_media WHERE post_id = ANY(${idsOf('post')}::uuid[])`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

/** Whether the media, or a post with it, is withheld from this person. */
export const isWithheldFrom = async (
  db: Database,
  mediaId: MediaId,
  person: 'owner' | 'other',
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM withholdings h WHERE h.released_at IS NULL AND (h.from_owner
      OR ${person === 'other'})
      AND ((h.target_kind = 'media' AND h.target_id = ${mediaId}::uuid)
        OR (h.target_kind = 'post' AND h.target_id IN (SELECT pm.post_id FROM post_media pm
          WHERE pm.media_id = ${mediaId}::uuid)))) AS found`.execute(db);
  return rows[0]?.found ?? false;
};
