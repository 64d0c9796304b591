// What a requester's own entries tell about shows, in SQL: one query for a whole list.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveLowReason, LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Tickets that are locked or paid. */
export const countTickets = async (db: Database, liveId: LiveId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM live_entries e WHERE e.live_id = ${liveId}::uuid
      AND e.charge = 'group' AND e.ended_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

export type EntryFacts = {
  id: LiveId;
  /** As what the requester has entered. */
  entered: LiveWatcherRole | null;
  /** The payment of their first minute, or of their ticket. */
  transferId: TransferId | null;
  /** Why their next minute can't be paid; null: it can. */
  lowReason: LiveLowReason | null;
  price: Centavos | null;
  deliveredMs: number | null;
  tickets: number;
  /** The producer is in a private show. */
  inPrivate: boolean;
  /** For a paused party: the private show that it waits for, when others may watch that. */
  spyLiveId: LiveId | null;
  spyPrice: Centavos | null;
};

export const entryFacts = async (
  db: Database,
  liveIds: readonly LiveId[],
  profileId: ProfileId | null,
): Promise<Map<LiveId, EntryFacts>> => {
  if (liveIds.length === 0) return new Map();
  const { rows } = await sql<EntryFacts>`
    SELECT l.id, e.role AS entered, f.lock_id AS "transferId", e.low_reason AS "lowReason",
      e.price_centavos AS price, e.delivered_ms AS "deliveredMs",
      CASE WHEN s.spy_price_centavos IS NOT NULL THEN s.id END AS "spyLiveId",
        s.spy_price_centavos AS "spyPrice", s.id IS NOT NULL AS "inPrivate",
      (SELECT count(*)::int FROM live_entries t WHERE t.live_id = l.id AND t.charge = 'group'
        AND t.ended_at IS NULL) AS tickets
    FROM lives l LEFT JOIN live_entries e ON e.live_id = l.id AND e.profile_id = ${profileId}::uuid
      AND e.ended_at IS NULL
      LEFT JOIN LATERAL (SELECT p.lock_id FROM live_payments p WHERE p.entry_id = e.id
        ORDER BY p.number, p.id LIMIT 1) f ON true
      LEFT JOIN lives s ON l.paused_at IS NOT NULL AND l.ended_at IS NULL
        AND s.producer_id = l.producer_id AND s.type = 3
        AND s.ended_at IS NULL
    WHERE l.id = ANY(${liveIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
