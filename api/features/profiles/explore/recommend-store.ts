// SQL of recommendations: bounded reads of follows and likes, and who of those found may be shown.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../../visibility/index.ts';
import { SUMMARY, type SummaryRow } from '../store.ts';

/** A producer with the one because of whom, or the tag because of which, they are recommended. */
export type Candidate = { id: ProfileId } & ({ via: ProfileId } | { tag: string });

// At most 20 producers, 50 of the latest followers of each and 20 producers of each of those. Two
// followers in common at least, so that a recommendation does not tell whom one person follows.
const selectByFollows = preparedRead<{ id: ProfileId; via: ProfileId }>(`
  SELECT id, via FROM (
    SELECT DISTINCT ON (c.followee_id) c.followee_id AS id, mine.followee_id AS via,
      count(*) AS common
    FROM (SELECT followee_id FROM follows WHERE follower_id = $1::uuid ORDER BY created_at DESC
      LIMIT 20) mine
    CROSS JOIN LATERAL (SELECT follower_id FROM follows WHERE followee_id = mine.followee_id
      AND follower_id <> $1::uuid ORDER BY created_at DESC LIMIT 50) fan
    CROSS JOIN LATERAL (SELECT followee_id FROM follows WHERE follower_id = fan.follower_id
      ORDER BY created_at DESC LIMIT 20) c
    WHERE c.followee_id <> mine.followee_id AND c.followee_id <> $1::uuid
    GROUP BY c.followee_id, mine.followee_id HAVING count(*) > 1
    ORDER BY c.followee_id, common DESC, via
  ) best ORDER BY common DESC, id LIMIT $2`);

const selectByTags = preparedRead<{ id: ProfileId; tag: string }>(`
  SELECT id, tag FROM (
    SELECT DISTINCT ON (t.profile_id) t.profile_id AS id, t.tag, liked.likes, t.posts
    FROM (
      SELECT g.tag, count(*) AS likes FROM (SELECT post_id FROM post_likes
        WHERE profile_id = $1::uuid ORDER BY created_at DESC LIMIT 100) l
      JOIN post_tags g ON g.post_id = l.post_id GROUP BY g.tag ORDER BY likes DESC, g.tag LIMIT 10
    ) liked
    CROSS JOIN LATERAL (SELECT profile_id, tag, posts FROM profile_tags WHERE tag = liked.tag
      LIMIT 200) t
    WHERE t.profile_id <> $1::uuid ORDER BY t.profile_id, liked.likes DESC, t.posts DESC, t.tag
  ) best ORDER BY likes DESC, posts DESC, id LIMIT $2`);

/** At most `limit` recommendations of each kind, the best first. */
export const findCandidates = async (
  db: Database,
  viewerId: ProfileId,
  limit: number,
): Promise<{ follows: Candidate[]; tags: Candidate[] }> => {
  const [follows, tags] = await Promise.all([
    selectByFollows(db, viewerId, limit),
    selectByTags(db, viewerId, limit),
  ]);
  return { follows, tags };
};

/** Which of the profiles may be recommended: approved, not hidden and not followed. */
export const listRecommendable = async (
  db: Database,
  ids: readonly ProfileId[],
  requester: Requester,
): Promise<SummaryRow[]> => {
  const { rows } = await sql<SummaryRow>`
    SELECT ${SUMMARY} FROM profiles p CROSS JOIN ${requesterRow(requester)}
    WHERE p.id = ANY(${ids}::uuid[]) AND p.producer_stage = 'approved' AND p.id <> v.id
      AND NOT ${isHidden('p.id')}
      AND NOT EXISTS (SELECT FROM follows f WHERE f.follower_id = v.id
        AND f.followee_id = p.id)`.execute(db);
  return rows;
};

/** Which of the profiles are followed and not hidden. */
export const listFollowed = async (
  db: Database,
  ids: readonly ProfileId[],
  requester: Requester,
): Promise<SummaryRow[]> => {
  const { rows } = await sql<SummaryRow>`
    SELECT ${SUMMARY} FROM profiles p CROSS JOIN ${requesterRow(requester)}
      JOIN follows f ON f.follower_id = v.id AND f.followee_id = p.id
    WHERE p.id = ANY(${ids}::uuid[]) AND p.producer_stage = 'approved'
      AND NOT ${isHidden('p.id')}`.execute(db);
  return rows;
};
