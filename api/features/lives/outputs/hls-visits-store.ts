// Visits by HLS in the database: who may read, and what was read.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../../visibility/index.ts';

/**
 * Whether the visit lasts, the show gives its watchers a picture, and its producer is not hidden
 * from the requester where they are now.
 */
export const mayRead = async (
  db: Database,
  {
    peer,
    liveId,
    requester,
  }: { peer: PeerId; liveId: LiveId; requester: Requester & { profileId: ProfileId } },
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM live_viewers w JOIN lives l ON l.id = w.live_id CROSS JOIN ${requesterRow(requester)}
    WHERE w.id = ${peer}::uuid AND w.live_id = ${liveId}::uuid AND w.profile_id = v.id
      AND w.via = 'hls'
      AND w.left_at IS NULL AND l.ended_at IS NULL AND l.blurred_at IS NULL
      AND l.withheld_at IS NULL AND NOT coalesce(${isHidden('l.producer_id')}, false)`.execute(db);
  return rows.length > 0;
};

/** Segments that a visit read since the last time they were stored. */
export type Reads = {
  peer: PeerId;
  readAt: Date;
  segments: { sequence: number; durationMs: number }[];
};

/** More than a player is ever handed out; the bits of one segment each. */
const WINDOW = 32;

/**
 * Adds the lengths of those segments that the visit had not read. Which ones of the last were read
 * is known by bit: bit n of `read_window` is the one n before `read_sequence`. What is older than
 * that is handed out to no viewer, and not counted.
 */
export const storeReads = async (db: Database, reads: readonly Reads[]): Promise<void> => {
  const rows = reads.flatMap(({ peer, readAt, segments }) =>
    segments.map(({ sequence, durationMs }) => ({ peer, readAt, sequence, durationMs })),
  );
  // Locked before they are read, because two processes may store reads of one visit.
  await sql`
    WITH visits AS MATERIALIZED (
      SELECT id, coalesce(read_sequence, -1) AS top, read_window AS bits FROM live_viewers
      WHERE id = ANY(${reads.map(({ peer }) => peer)}::uuid[]) ORDER BY id FOR NO KEY UPDATE),
    reads AS (
      SELECT DISTINCT ON (peer, sequence) x.*, v.top, v.bits,
        greatest(v.top, max(sequence) OVER (PARTITION BY peer)) AS new_top
      FROM unnest(${rows.map(({ peer }) => peer)}::uuid[],
        ${rows.map(({ readAt }) => readAt)}::timestamptz[],
        ${rows.map(({ sequence }) => sequence)}::int[],
        ${rows.map(({ durationMs }) => durationMs)}::int[]) x (peer, read_at, sequence, ms)
      JOIN visits v ON v.id = x.peer),
    sums AS (
      SELECT peer, top, bits, new_top, max(read_at) AS read_at,
        coalesce(sum(ms) FILTER (WHERE sequence > top OR (top - sequence < ${WINDOW}
          AND bits >> (top - sequence) & 1 = 0)), 0)::int AS ms,
        coalesce(bit_or(1::bigint << (new_top - sequence))
          FILTER (WHERE new_top - sequence < ${WINDOW}), 0) AS new_bits
      FROM reads GROUP BY peer, top, bits, new_top)
    UPDATE live_viewers w SET read_at = s.read_at, read_sequence = s.new_top,
      read_window = s.new_bits | (CASE WHEN s.new_top - s.top < ${WINDOW}
        THEN s.bits << (s.new_top - s.top) ELSE 0 END & (1::bigint << ${WINDOW}) - 1),
      read_ms = w.read_ms + s.ms
    FROM sums s WHERE w.id = s.peer`.execute(db);
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
