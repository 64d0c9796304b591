// What the output of a show depends on, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Visits over the engine that last. */
export const countConnected = async (db: Database, id: LiveId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM live_viewers WHERE live_id = ${id}::uuid AND left_at IS NULL
      AND via = 'webrtc'`.execute(db);
  return rows[0]?.count ?? 0;
};

export type Needs = {
  /** 2: a party; 3: a private show. */
  type: number;
  recorded: boolean;
  onAir: boolean;
  byHls: number;
  connected: number;
};

/** Null when the show has ended. */
export const needsOf = async (db: Database, id: LiveId): Promise<Needs | null> => {
  const { rows } = await sql<Needs>`
    SELECT l.type, l.published_at IS NOT NULL AS "onAir",
      EXISTS (SELECT FROM live_recordings r WHERE r.live_id = l.id
        AND r.ended_at IS NULL) AS recorded,
      (SELECT count(*)::int FROM live_viewers w WHERE w.live_id = l.id AND w.left_at IS NULL
        AND w.via = 'hls') AS "byHls",
      (SELECT count(*)::int FROM live_viewers w WHERE w.live_id = l.id AND w.left_at IS NULL
        AND w.via = 'webrtc') AS connected
    FROM lives l WHERE l.id = ${id}::uuid AND l.ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
};
