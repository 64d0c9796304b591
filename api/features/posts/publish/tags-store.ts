// Tags and mentions of posts in the database.
import { mentionsOf, tagsOf } from '@camarim/contract/post-text';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Stores the tags and mentions of the text. A notified person is not notified again, also when
 * their name is removed from the text and added later.
 */
export const saveTagsAndMentions = async (
  tx: Database,
  post: { id: PostId; profileId: ProfileId; text: string },
): Promise<void> => {
  await sql`DELETE FROM post_tags WHERE post_id = ${post.id}
    AND tag <> ALL(${tagsOf(post.text)}::text[])`.execute(tx);
  await sql`INSERT INTO post_tags (post_id, tag) SELECT ${post.id},
    unnest(${tagsOf(post.text)}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    DELETE FROM post_mentions m USING profiles p
    WHERE m.post_id = ${post.id} AND m.decided_at IS NULL AND p.id = m.profile_id
      AND p.domain_name <> ALL(${mentionsOf(post.text)}::text[])`.execute(tx);
  await sql`
    INSERT INTO post_mentions (post_id, profile_id)
    SELECT ${post.id}, id FROM profiles WHERE domain_name = ANY(${mentionsOf(post.text)}::text[])
      AND id <> ${post.profileId}
    ON CONFLICT DO NOTHING`.execute(tx);
};

/** Whether the post is published and mentions people who were not notified yet. */
export const hasPendingMentions = async (tx: Database, id: PostId): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM posts p JOIN post_mentions m ON m.post_id = p.id WHERE p.id = ${id}
      AND p.counted AND m.decided_at IS NULL) AS found`.execute(tx);
  return rows[0]?.found ?? false;
};

/**
 * Mentioned people who were not notified yet; their rows are locked, so that each is notified once.
 */
export const lockPendingMentions = async (tx: Database, id: PostId): Promise<ProfileId[]> => {
  const rows = await tx
    .selectFrom('post_mentions')
    .select('profile_id')
    .where('post_id', '=', id)
    .where('decided_at', 'is', null)
    .orderBy('profile_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.profile_id as ProfileId);
};

export const markMentionsProcessed = async (
  tx: Database,
  id: PostId,
  profileIds: readonly ProfileId[],
  now: Date,
): Promise<void> => {
  if (profileIds.length === 0) return;
  await tx
    .updateTable('post_mentions')
    .set({ decided_at: now })
    .where('post_id', '=', id)
    .where('profile_id', 'in', profileIds)
    .execute();
};

/** The profile's account was removed. */
export const deleteMentionsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('post_mentions').where('profile_id', '=', profileId).execute();
};
