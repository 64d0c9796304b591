// SQL of the lists of followings and followers. Profiles writes follows, with their counters.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Position } from '../../platform/http/cursor.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { isHidden, nameContains, requesterRow } from '../profiles/index.ts';

export type FollowRow = { id: ProfileId; created_at: Date; follower: boolean };

/** Profiles that the requester follows, or profiles that follow the requester. */
export type Side = 'followings' | 'followers';

export type FollowFilter = { search: string | null; limit: number; offset: number };

/**
 * The follows of any profile after a position, for administrators, from whom nothing is hidden.
 */
export const listFollowsOf = async (
  db: Database,
  side: Side,
  profileId: ProfileId,
  { search, limit, after }: Omit<FollowFilter, 'offset'> & { after: Position<ProfileId> | null },
): Promise<Omit<FollowRow, 'follower'>[]> => {
  const [own, other] =
    side === 'followings'
      ? [sql.ref('f.follower_id'), sql.ref('f.followee_id')]
      : [sql.ref('f.followee_id'), sql.ref('f.follower_id')];
  const beyond = after
    ? sql`f.created_at <= ${after.at}::timestamptz
        AND (f.created_at < ${after.at}::timestamptz OR p.id > ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Omit<FollowRow, 'follower'>>`
    SELECT p.id, f.created_at FROM follows f JOIN profiles p ON p.id = ${other}
    WHERE ${own} = ${profileId}::uuid AND ${nameContains(search)} AND ${beyond}
    ORDER BY f.created_at DESC, p.id LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Newest first, without profiles hidden from the requester. The search ignores accents and case.
 */
export const listFollows = async (
  db: Database,
  side: Side,
  requester: Requester,
  { search, limit, offset }: FollowFilter,
): Promise<FollowRow[]> => {
  const [own, other] =
    side === 'followings'
      ? [sql.ref('f.follower_id'), sql.ref('f.followee_id')]
      : [sql.ref('f.followee_id'), sql.ref('f.follower_id')];
  const { rows } = await sql<FollowRow>`
    SELECT p.id, f.created_at, EXISTS (SELECT FROM follows g WHERE g.follower_id = v.id
      AND g.followee_id = p.id) AS follower
    FROM follows f JOIN profiles p ON p.id = ${other} CROSS JOIN ${requesterRow(requester)}
    WHERE ${own} = v.id AND NOT ${isHidden('p.id')}
      AND ${nameContains(search)}
    ORDER BY f.created_at DESC, p.id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};
