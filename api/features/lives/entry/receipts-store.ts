// Receipts of entries and past shows in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type {
  LiveCharge,
  LiveExit,
  ReceiptSide,
  LiveWatcherRole,
} from '@camarim/contract/features/lives/charges';
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { tipsOf } from '../store.ts';

export type ReceiptRow = {
  id: LiveEntryId;
  liveId: LiveId;
  type: number;
  title: string;
  producerId: ProfileId;
  watcherId: ProfileId;
  role: LiveWatcherRole;
  charge: LiveCharge;
  price: Centavos;
  feeBps: number;
  enteredAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  exit: LiveExit | null;
  deliveredMs: number;
  /**
   * Settled and not taken back, those taken back after they were settled, and among both the
   * minutes.
   */
  paid: number;
  refunded: number;
  minutes: number;
};

const RECEIPTS = sql`
  SELECT e.id, e.live_id AS "liveId", l.type, l.title, l.producer_id AS "producerId",
    e.profile_id AS "watcherId", e.role, e.charge,
    e.price_centavos AS price, e.fee_bps AS "feeBps", e.entered_at AS "enteredAt",
      e.started_at AS "startedAt", e.ended_at AS "endedAt", e.exit,
    e.delivered_ms AS "deliveredMs",
    count(*) FILTER (WHERE p.state = 'settled')::int AS paid,
    count(*) FILTER (WHERE p.state = 'reversed' AND p.settlement_id IS NOT NULL)::int AS refunded,
    count(*) FILTER (WHERE p.state = 'settled' AND p.number > 0)::int AS minutes
  FROM live_entries e JOIN lives l ON l.id = e.live_id
    LEFT JOIN live_payments p ON p.entry_id = e.id`;
const GROUPED = sql`GROUP BY e.id, l.id`;

type Page = { limit: number; offset: number };

const OWNERS: Record<ReceiptSide, RawBuilder<unknown>> = {
  watcher: sql`o.profile_id`,
  producer: sql`s.producer_id`,
};

export type ReceiptFilter = { as: ReceiptSide; liveId?: LiveId | undefined };

/** The entries of a person, or the entries to their shows. */
export const receiptsOf = async (
  db: Database,
  profileId: ProfileId,
  { as, liveId }: ReceiptFilter,
  { limit, offset }: Page,
): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    ${RECEIPTS} WHERE e.id IN (
      SELECT o.id FROM live_entries o JOIN lives s ON s.id = o.live_id
      WHERE ${OWNERS[as]} = ${profileId}::uuid AND (${liveId ?? null}::uuid IS NULL
        OR o.live_id = ${liveId ?? null}::uuid)
      ORDER BY o.id DESC LIMIT ${limit} OFFSET ${offset})
    ${GROUPED} ORDER BY e.id DESC`.execute(db);
  return rows;
};

export const receiptsOfShow = async (
  db: Database,
  liveId: LiveId,
  { limit, offset }: Page,
): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    ${RECEIPTS} WHERE e.id IN (SELECT id FROM live_entries WHERE live_id = ${liveId}::uuid
      ORDER BY id DESC LIMIT ${limit} OFFSET ${offset})
    ${GROUPED} ORDER BY e.id DESC`.execute(db);
  return rows;
};

/** The newest entry of a person to a show; null without one. */
export const lastReceipt = async (
  db: Database,
  liveId: LiveId,
  profileId: ProfileId,
): Promise<ReceiptRow | null> => {
  const { rows } = await sql<ReceiptRow>`
    ${RECEIPTS} WHERE e.id = (SELECT id FROM live_entries WHERE live_id = ${liveId}::uuid
      AND profile_id = ${profileId}::uuid ORDER BY id DESC LIMIT 1)
    ${GROUPED}`.execute(db);
  return rows[0] ?? null;
};

export type PastLiveRow = {
  id: LiveId;
  type: number;
  title: string;
  charge: LiveCharge;
  startedAt: Date;
  endedAt: Date;
  publishedAt: Date | null;
  watchers: number;
  earnings: Centavos;
  minutes: number;
  /** The fees of entries and tips, which are rounded one by one. */
  fees: Centavos;
};

/** The shows of a producer that have ended, newest first. */
export const pastLives = async (
  db: Database,
  producerId: ProfileId,
  { limit, offset }: Page,
): Promise<PastLiveRow[]> => {
  const { rows } = await sql<PastLiveRow>`
    SELECT l.id, l.type, l.title, l.charge, l.started_at AS "startedAt", l.ended_at AS "endedAt",
      l.published_at AS "publishedAt",
      l.total_watchers AS watchers,
      (l.total_earnings_centavos + t.tips)::bigint AS earnings,
        coalesce(s.minutes, 0)::int AS minutes,
        (coalesce(s.fees, 0) + coalesce(t.fees, 0))::bigint AS fees
    FROM (SELECT * FROM lives WHERE producer_id = ${producerId}::uuid AND ended_at IS NOT NULL
      ORDER BY started_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) l
      LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE p.number > 0) AS minutes,
        sum(e.price_centavos * e.fee_bps / 10000) AS fees
        FROM live_entries e JOIN live_payments p ON p.entry_id = e.id AND p.state = 'settled'
          WHERE e.live_id = l.id) s ON true
      CROSS JOIN LATERAL (SELECT coalesce(sum(m.amount_centavos), 0) AS tips,
        sum((SELECT sum(f.amount) FROM ledger_entries f JOIN ledger_accounts a
          ON a.id = f.account_id AND a.kind = 'revenue'
          WHERE f.transfer_id = m.transfer_id)) AS fees
        ${sql.raw(tipsOf('l.id'))}) t
    ORDER BY l.started_at DESC, l.id DESC`.execute(db);
  return rows;
};
