// The room of a show in the database: rows of a room with one requester's role and restrictions.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveMessageId, RoomAudience } from '@camarim/contract/features/lives/room';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { subscribesTo } from '../../access/index.ts';
import {
  hiddenFrom,
  isHidden,
  isHiddenFromSome,
  placeColumns,
  requesterAt,
  requesterRow,
  requesterValues,
} from '../../visibility/index.ts';

/** A show, and what the requester is and may do in its room. */
export type RoomRow = {
  live_id: LiveId;
  producer_id: ProfileId;
  type: number;
  private_watcher_id: ProfileId | null;
  ended_at: Date | null;
  pinned_message_id: LiveMessageId | null;
  owner_hidden: boolean;
  /** Has an open visit. */
  present: boolean;
  moderator: boolean;
  muted: boolean;
  follows: boolean;
  subscribes: boolean;
  tipped: boolean;
  slow_seconds: number | null;
  audience: RoomAudience | null;
  blocked_words: string[] | null;
};

const selectRoom = preparedRead<RoomRow>(`
  SELECT l.id AS live_id, l.producer_id, l.type, l.private_watcher_id, l.ended_at,
    l.pinned_message_id,
    ${hiddenFrom('l.producer_id')} AS owner_hidden,
    EXISTS (SELECT FROM live_viewers w WHERE w.live_id = l.id AND w.profile_id = v.id
      AND w.left_at IS NULL AND w.role = 'watcher') AS present,
    EXISTS (SELECT FROM live_moderators m WHERE m.producer_id = l.producer_id
      AND m.profile_id = v.id) AS moderator,
    EXISTS (SELECT FROM live_restrictions r WHERE r.producer_id = l.producer_id
      AND r.profile_id = v.id AND r.live_id = l.id AND r.kind = 'mute') AS muted,
    EXISTS (SELECT FROM follows f WHERE f.follower_id = v.id
      AND f.followee_id = l.producer_id) AS follows,
    ${subscribesTo('l.producer_id', 'v.id', '$5::timestamptz')} AS subscribes,
    EXISTS (SELECT FROM live_messages t WHERE t.live_id = l.id AND t.profile_id = v.id
      AND t.amount_centavos IS NOT NULL) AS tipped,
    s.slow_seconds, s.audience, o.blocked_words
  FROM lives l CROSS JOIN ${requesterAt(1, 2, 3)}
    LEFT JOIN live_room_settings s ON s.producer_id = l.producer_id
      LEFT JOIN chat_options o ON o.profile_id = l.producer_id
  WHERE l.id = $4::uuid`);

/** Null when there is no such show. */
export const loadRoom = async (
  db: Database,
  id: LiveId,
  requester: Requester,
  now: Date,
): Promise<RoomRow | null> =>
  (await selectRoom(db, ...requesterValues(requester), id, now))[0] ?? null;

/** A tip whose money did not go back; `m` is the message. */
const KEPT = `m.amount_centavos IS NOT NULL AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = m.transfer_id)`;

export type Marks = {
  id: ProfileId;
  moderator: boolean;
  subscriber: boolean;
  topTipper: boolean;
  muted: boolean;
};

const selectMarks = preparedRead<Marks>(`
  SELECT u.id,
    EXISTS (SELECT FROM live_moderators m WHERE m.producer_id = $2::uuid
      AND m.profile_id = u.id) AS moderator,
    ${subscribesTo('$2::uuid', 'u.id', '$4::timestamptz')} AS subscriber,
    u.id IS NOT DISTINCT FROM (SELECT m.profile_id FROM live_messages m WHERE m.live_id = $1::uuid
      AND ${KEPT}
      GROUP BY m.profile_id ORDER BY sum(m.amount_centavos) DESC, m.profile_id
        LIMIT 1) AS "topTipper",
    EXISTS (SELECT FROM live_restrictions r WHERE r.producer_id = $2::uuid AND r.profile_id = u.id
      AND r.live_id = $1::uuid AND r.kind = 'mute') AS muted
  FROM unnest($3::uuid[]) u (id)`);

/** What these people are in the room. */
export const loadMarks = (
  db: Database,
  { id, producerId }: { id: LiveId; producerId: ProfileId },
  people: readonly ProfileId[],
  now: Date,
): Promise<Marks[]> => selectMarks(db, id, producerId, [...new Set(people)], now);

/**
 * The watchers from whom the person is hidden: they get no event about them. Nearly everyone is
 * hidden from no one, and for them no watcher is looked at.
 */
export const watchersNotShown = async (
  db: Database,
  liveId: LiveId,
  personId: ProfileId,
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT DISTINCT v.id FROM (SELECT ${personId}::uuid AS id) person CROSS JOIN live_viewers w
      CROSS JOIN LATERAL (SELECT w.profile_id AS id,
        ${sql.raw(placeColumns('w.region', 'w.city'))}) v
    WHERE w.live_id = ${liveId}::uuid AND w.left_at IS NULL AND ${isHiddenFromSome(personId)}
      AND ${isHidden('person.id')}`.execute(db);
  return rows.map(({ id }) => id);
};

export type TipRank = { id: ProfileId; value: Centavos };

/** The people who tipped most in the show, without those hidden from the requester. */
export const loadLeaderboard = async (
  db: Database,
  liveId: LiveId,
  requester: Requester,
  limit: number,
): Promise<TipRank[]> => {
  const { rows } = await sql<TipRank>`
    SELECT m.profile_id AS id, sum(m.amount_centavos)::bigint AS value FROM live_messages m
      CROSS JOIN ${requesterRow(requester)}
    WHERE m.live_id = ${liveId}::uuid AND ${sql.raw(KEPT)} AND NOT ${isHidden('m.profile_id')}
    GROUP BY m.profile_id ORDER BY 2 DESC, m.profile_id LIMIT ${limit}`.execute(db);
  return rows;
};

export type TipTotals = { total: Centavos; count: number };

/** What was tipped in the show, without what was taken back. */
export const loadTipTotals = async (db: Database, liveId: LiveId): Promise<TipTotals> => {
  const { rows } = await sql<TipTotals>`
    SELECT coalesce(sum(m.amount_centavos), 0)::bigint AS total, count(*)::int AS count
      FROM live_messages m
    WHERE m.live_id = ${liveId}::uuid AND ${sql.raw(KEPT)}`.execute(db);
  if (!rows[0]) throw new Error('a sum has one row');
  return rows[0];
};
