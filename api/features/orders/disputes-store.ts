// SQL of disputed orders, as administrators see them.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { isStaffWith } from '../../platform/audit/audit.ts';
import { decisionsOf } from '../../platform/days/day-counts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';
import { COLUMNS, type OrderRow } from './store.ts';

/** A disputed order with what was delivered. */
export type DisputeRow = OrderRow & { message: string; media_ids: MediaId[]; appealed: boolean };

/** An open ticket of one of the two is about the decision on `o`. */
const IS_APPEALED = sql`EXISTS (
  SELECT FROM help_tickets t JOIN admin_log d ON d.id = t.appeals
  WHERE t.answered_at IS NULL AND d.subject_id = o.id::text
    AND d.action IN ('order.settled', 'order.refunded'))`;

/** The disputes that wait, the oldest first; or decided ones, newest first. */
export const listDisputes = async (
  db: Database,
  decided: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<DisputeRow[]> => {
  const part = decided
    ? sql`o.decided_by IS NOT NULL ORDER BY o.updated_at DESC, o.id`
    : sql`o.status = 'disputed' ORDER BY o.disputed_at, o.id`;
  const { rows } = await sql<DisputeRow>`
    SELECT ${COLUMNS}, coalesce(c.text, '') AS message, ${IS_APPEALED} AS appealed,
      ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = o.content_id
        ORDER BY x.position) AS media_ids
    FROM orders o LEFT JOIN message_contents c ON c.id = o.content_id
    WHERE o.disputed_at IS NOT NULL AND ${part} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/**
 * Whether the viewer is an administrator who sees orders, and the media was delivered in an order
 * that is disputed or appealed.
 */
export const isInDispute = async (
  db: Database,
  viewerId: ProfileId,
  mediaId: MediaId,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${isStaffWith('orders.read', sql`${viewerId}::uuid`)} AND EXISTS (
      SELECT FROM orders o JOIN message_content_media x ON x.content_id = o.content_id
      WHERE x.media_id = ${mediaId}::uuid AND o.disputed_at IS NOT NULL AND (o.status = 'disputed'
        OR ${IS_APPEALED})) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** Disputed orders that wait for a decision. */
export const OPEN_DISPUTES: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, disputed_at AS since, fan_id AS about,
    ARRAY[producer_id] AS parties, NULL::timestamptz AS due FROM orders WHERE status = 'disputed'`;

/** Disputes of orders that were decided, which is the last change of an order. */
export const decidedDisputes = decisionsOf(
  'disputedOrder',
  sql`orders WHERE decided_by IS NOT NULL`,
  'disputed_at',
  'updated_at',
);
