// What begins or ends when, of one profile's own posts.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';

export type Span = { from: Date; until: Date };

const selectQueued = preparedRead<{ id: PostId }>(`
  SELECT p.id FROM posts p
  WHERE p.profile_id = $1::uuid AND p.deleted_at IS NULL AND p.archived_at IS NULL AND NOT p.draft
    AND (p.start_when >= $2::timestamptz AND p.start_when < $3::timestamptz OR p.expires_at >= $2::timestamptz AND p.expires_at < $3::timestamptz)
  ORDER BY p.start_when, p.id LIMIT $4`);

/** Earliest start first. */
export const queuedIds = async (
  db: Kysely<DB>,
  profileId: ProfileId,
  { from, until }: Span,
  limit: number,
): Promise<PostId[]> => (await selectQueued(db, profileId, from, until, limit)).map(({ id }) => id);
