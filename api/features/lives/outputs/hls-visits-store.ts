// Visits by HLS in the database: who may read, and what was read.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Whether the visit lasts and the show gives its watchers a picture. */
export const mayRead = async (
  db: Database,
  { peer, liveId, profileId }: { peer: PeerId; liveId: LiveId; profileId: ProfileId },
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM live_viewers w JOIN lives l ON l.id = w.live_id
    WHERE w.id = ${peer}::uuid AND w.live_id = ${liveId}::uuid AND w.profile_id = ${profileId}::uuid
      AND w.via = 'hls'
      AND w.left_at IS NULL AND l.ended_at IS NULL AND l.blurred_at IS NULL
        AND l.withheld_at IS NULL`.execute(db);
  return rows.length > 0;
};

/** Segments that a visit read since the last time they were stored. */
export type Reads = {
  peer: PeerId;
  readAt: Date;
  segments: { sequence: number; durationMs: number }[];
};

/** Adds the lengths of those segments that are later than all that the visit has read. */
export const storeReads = async (db: Database, reads: readonly Reads[]): Promise<void> => {
  const rows = reads.flatMap(({ peer, readAt, segments }) =>
    segments.map(({ sequence, durationMs }) => ({ peer, readAt, sequence, durationMs })),
  );
  await sql`
    UPDATE live_viewers w SET read_at = r.read_at, read_sequence = greatest(w.read_sequence,
      r.sequence), read_ms = w.read_ms + r.ms
    FROM (
      SELECT n.peer, max(n.read_at) AS read_at, max(n.sequence) AS sequence,
        coalesce(sum(n.ms) FILTER (WHERE n.sequence > coalesce(v.read_sequence, -1)), 0)::int AS ms
      FROM (SELECT DISTINCT ON (peer, sequence) *
        FROM unnest(${rows.map(({ peer }) => peer)}::uuid[],
        ${rows.map(({ readAt }) => readAt)}::timestamptz[],
        ${rows.map(({ sequence }) => sequence)}::int[],
          ${rows.map(({ durationMs }) => durationMs)}::int[]) x (peer, read_at, sequence, ms)) n
      JOIN live_viewers v ON v.id = n.peer GROUP BY n.peer) r
    WHERE w.id = r.peer`.execute(db);
};

/**
 * Visits by HLS that have read nothing since this instant; those that have read nothing at all,
 * since the other one.
 */
export const unreadVisits = async (
  db: Database,
  liveId: LiveId,
  { since, joinedBefore }: { since: Date; joinedBefore: Date },
): Promise<PeerId[]> => {
  const { rows } = await sql<{ id: PeerId }>`
    SELECT id FROM live_viewers WHERE live_id = ${liveId}::uuid AND via = 'hls' AND left_at IS NULL
      AND (read_at < ${since} OR (read_at IS NULL AND joined_at < ${joinedBefore}))`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * What each person with an open entry to the show has read by HLS since they entered, and when
 * last: the proof that media flowed. Only of those who read between the two instants: what is older
 * was looked at before, and what is later is of a clock that was set back since.
 */
export const hlsReadings = async (
  db: Database,
  liveId: LiveId,
  { after, until }: { after: Date; until: Date },
): Promise<Map<ProfileId, { at: number; ms: number }>> => {
  const { rows } = await sql<{ profileId: ProfileId; at: Date; ms: number }>`
    SELECT e.profile_id AS "profileId", max(w.read_at) FILTER (WHERE w.read_at > ${after}
      AND w.read_at <= ${until}) AS at, sum(w.read_ms)::int AS ms
    FROM live_entries e JOIN live_viewers w ON w.live_id = e.live_id AND w.profile_id = e.profile_id
    WHERE e.live_id = ${liveId}::uuid AND e.ended_at IS NULL AND w.via = 'hls'
      AND w.joined_at >= e.entered_at
    GROUP BY e.profile_id HAVING count(*) FILTER (WHERE w.read_at > ${after}
      AND w.read_at <= ${until}) > 0`.execute(db);
  return new Map(rows.map(({ profileId, at, ms }) => [profileId, { at: at.getTime(), ms }]));
};
