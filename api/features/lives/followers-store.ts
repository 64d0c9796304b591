// Whom to notify of a party, in SQL.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { subscribersOf } from '../access/index.ts';

/** The producer of a party; null when it is no longer on air. */
export const findAnnounced = async (db: Database, id: LiveId): Promise<ProfileId | null> => {
  const { rows } = await sql<{ producerId: ProfileId }>`
    SELECT producer_id AS "producerId" FROM lives WHERE id = ${id}::uuid AND type = 2
      AND published_at IS NOT NULL AND ended_at IS NULL`.execute(db);
  return rows[0]?.producerId ?? null;
};

/** Followers and subscribers by id, each once, after this one. */
export const followersAfter = async (
  db: Database,
  producerId: ProfileId,
  after: ProfileId | null,
  { size, now }: { size: number; now: Date },
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT u.id FROM (
      SELECT f.follower_id AS id FROM follows f WHERE f.followee_id = ${producerId}::uuid
      UNION SELECT s.profile_id FROM (${subscribersOf(producerId, now)}) s
    ) u WHERE ${after}::uuid IS NULL OR u.id > ${after}::uuid ORDER BY u.id LIMIT ${size}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
