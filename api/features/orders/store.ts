// SQL of custom orders.
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { OrderId, OrderStatus } from '@camarim/contract/features/orders';
import { OPEN_ORDER_STATUSES } from '@camarim/contract/features/orders';
import type { MediaId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { notPostponed } from '../../platform/failing-items/store.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../profiles/index.ts';

export type OrderRow = {
  id: OrderId;
  fan_id: ProfileId;
  producer_id: ProfileId;
  status: OrderStatus;
  text: string;
  max_price_centavos: Centavos | null;
  price_centavos: Centavos | null;
  delivery_days: number | null;
  note: string;
  fee_bps: number | null;
  paid_by: 'pix' | 'card' | null;
  transfer_id: TransferId | null;
  settlement_id: TransferId | null;
  due_at: Date | null;
  content_id: MessageContentId | null;
  review_until: Date | null;
  dispute: string | null;
  disputed_at: Date | null;
  decided_by: ProfileId | null;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
};

export const COLUMNS =
  sql.raw(`o.id, o.fan_id, o.producer_id, o.status, o.text, o.max_price_centavos, o.price_centavos, o.delivery_days, o.note, o.fee_bps, o.paid_by,
  o.transfer_id, o.settlement_id, o.due_at, o.content_id, o.review_until, o.dispute, o.disputed_at, o.decided_by, o.reason, o.created_at, o.updated_at`);

/** An order as one of the two has it. */
export type PartyRow = OrderRow & {
  /** The other one is hidden from the viewer. */
  hidden: boolean;
};

/** Orders of the viewer, with the other one of each. `v` is the viewer. */
const ordersOf = (viewer: Viewer) => sql`
  SELECT ${COLUMNS}, ${isHidden('x.other_id')} AS hidden
  FROM ${requesterRow(viewer)} JOIN orders o ON v.id IN (o.fan_id, o.producer_id)
    CROSS JOIN LATERAL (SELECT CASE WHEN o.fan_id = v.id THEN o.producer_id
      ELSE o.fan_id END AS other_id) x`;

/** Null for an order of other people. */
export const findOrder = async (
  db: Database,
  viewer: Viewer,
  id: OrderId,
): Promise<PartyRow | null> => {
  const { rows } = await sql<PartyRow>`${ordersOf(viewer)} WHERE o.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type OrderFilter = {
  role: 'fan' | 'producer' | null;
  open: boolean | null;
  limit: number;
  offset: number;
};

/** Newest first. With a hidden person only those that were paid. */
export const listOrders = async (
  db: Database,
  viewer: Viewer,
  { role, open, limit, offset }: OrderFilter,
): Promise<PartyRow[]> => {
  const side =
    role === null
      ? sql`true`
      : sql`${sql.ref(role === 'fan' ? 'o.fan_id' : 'o.producer_id')} = v.id`;
  const { rows } = await sql<PartyRow>`
    SELECT * FROM (${ordersOf(viewer)} WHERE ${side}
      AND (${open}::boolean IS NULL
        OR (o.status = ANY(${OPEN_ORDER_STATUSES}::text[])) = ${open}::boolean)) m
    WHERE NOT m.hidden OR m.transfer_id IS NOT NULL ORDER BY m.id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Locks the order until the transaction ends. */
export const lockOrder = async (tx: Database, id: OrderId): Promise<OrderRow> => {
  const { rows } = await sql<OrderRow>`SELECT ${COLUMNS} FROM orders o WHERE o.id = ${id}::uuid
      FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`order ${id} does not exist`);
  return row;
};

/** Requests of one fan to one producer wait for each other from here on. */
export const lockPair = async (
  tx: Database,
  fanId: ProfileId,
  producerId: ProfileId,
): Promise<void> => {
  await lockName(tx, `orders/${fanId}/${producerId}`);
};

/** Orders of the two that are not paid and not ended. */
export const countAsked = async (
  tx: Database,
  fanId: ProfileId,
  producerId: ProfileId,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('fan_id', '=', fanId)
    .where('producer_id', '=', producerId)
    .where('status', 'in', ['requested', 'offered'])
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Orders that the fan asked the producer for after the instant, whatever became of them. */
export const countAskedSince = async (
  tx: Database,
  fanId: ProfileId,
  producerId: ProfileId,
  since: Date,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('fan_id', '=', fanId)
    .where('producer_id', '=', producerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export type NewOrder = {
  id: OrderId;
  fanId: ProfileId;
  producerId: ProfileId;
  text: string;
  maxPrice: Centavos | null;
  now: Date;
};

export const insertOrder = async (tx: Database, order: NewOrder): Promise<void> => {
  await tx
    .insertInto('orders')
    .values({
      id: order.id,
      fan_id: order.fanId,
      producer_id: order.producerId,
      status: 'requested',
      text: order.text,
      max_price_centavos: order.maxPrice,
      created_at: order.now,
      updated_at: order.now,
    })
    .execute();
};

/** What changes with a step. */
export type OrderChange = Partial<
  Omit<OrderRow, 'id' | 'fan_id' | 'producer_id' | 'created_at' | 'updated_at'>
>;

export const updateOrder = async (
  tx: Database,
  id: OrderId,
  change: OrderChange,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
};

/** Paid orders whose time is over: to deliver them, or to dispute what was delivered. */
export const listDue = async (
  db: Database,
  work: string,
  now: Date,
  limit: number,
): Promise<OrderId[]> => {
  const { rows } = await sql<{ id: OrderId }>`
    SELECT o.id FROM (
      SELECT id, due_at AS at FROM orders WHERE status = 'accepted' AND due_at <= ${now}
      UNION ALL SELECT id, review_until FROM orders WHERE status = 'delivered'
        AND review_until <= ${now}
    ) o WHERE ${notPostponed(work, sql.ref('o.id'), now)} ORDER BY o.at, o.id
      LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** What was delivered, in its order. */
export const deliveredMedia = async (
  db: Database,
  { content_id: contentId }: OrderRow,
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT media_id AS id FROM message_content_media WHERE content_id = ${contentId}::uuid
      ORDER BY position`.execute(db);
  return rows.map(({ id }) => id);
};

/** Orders that these transfers paid for. */
export const ordersPaidBy = async (
  tx: Database,
  transferIds: readonly TransferId[],
): Promise<OrderId[]> => {
  if (transferIds.length === 0) return [];
  const { rows } = await sql<{ id: OrderId }>`
    SELECT id FROM orders WHERE transfer_id = ANY(${transferIds}::uuid[])
      OR settlement_id = ANY(${transferIds}::uuid[]) ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The payment of a settled order to its producer; null when it is not settled. */
export const settlementOf = async (db: Database, id: string): Promise<TransferId | null> => {
  const { rows } = await sql<{ id: TransferId | null }>`
    SELECT settlement_id AS id FROM orders WHERE id = ${id}::uuid AND status = 'settled'`.execute(
    db,
  );
  return rows[0]?.id ?? null;
};

/** Orders of a person that are not ended. */
export const openOrdersOf = async (db: Database, profileId: ProfileId): Promise<OrderId[]> => {
  const { rows } = await sql<{ id: OrderId }>`
    SELECT id FROM orders WHERE ${profileId}::uuid IN (fan_id, producer_id)
      AND status = ANY(${OPEN_ORDER_STATUSES}::text[]) ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Producers who read what the fan disputed. */
export const disputedBy = async (db: Database, fanId: ProfileId): Promise<ProfileId[]> => {
  const rows = await db
    .selectFrom('orders')
    .select('producer_id')
    .distinct()
    .where('fan_id', '=', fanId)
    .where('disputed_at', 'is not', null)
    .execute();
  return rows.map(({ producer_id }) => producer_id as ProfileId);
};

/** What the person wrote. */
export const deleteTextsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`UPDATE orders SET text = '', dispute = CASE WHEN dispute IS NOT NULL THEN '' END
    WHERE fan_id = ${profileId}::uuid`.execute(db);
  await sql`UPDATE orders SET note = '' WHERE producer_id = ${profileId}::uuid`.execute(db);
};

/** Whether there is an order with this id. */
export const orderExists = async (db: Database, id: OrderId): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** The producer's own rate of the platform's fee in basis points; null for the usual one. */
export const feeOf = async (db: Database, producerId: ProfileId): Promise<number | null> =>
  (
    await db
      .selectFrom('profiles')
      .select('fee_bps')
      .where('id', '=', producerId)
      .executeTakeFirstOrThrow()
  ).fee_bps;

/** What one of the two wrote in an order. */
export type OrderTexts = { text: string; note: string };

/**
 * Takes out what one of the two wrote in an order, whose money moves on as before, and returns it.
 * Null for a party that wrote nothing in it.
 */
export const censorOrder = async (
  tx: Database,
  id: OrderId,
  partyId: ProfileId,
): Promise<OrderTexts | null> => {
  const { rows } = await sql<OrderTexts>`
    UPDATE orders SET text = CASE WHEN fan_id = ${partyId}::uuid THEN '' ELSE text END,
      note = CASE WHEN producer_id = ${partyId}::uuid THEN '' ELSE note END
    WHERE id = ${id}::uuid AND (fan_id = ${partyId}::uuid AND text <> ''
      OR producer_id = ${partyId}::uuid AND (note <> '' OR content_id IS NOT NULL))
    RETURNING CASE WHEN fan_id = ${partyId}::uuid THEN old.text
      ELSE '' END AS text, CASE WHEN producer_id = ${partyId}::uuid THEN old.note
      ELSE '' END AS note`.execute(tx);
  return rows[0] ?? null;
};

/** Puts back what was taken out. */
export const restoreOrder = async (
  tx: Database,
  id: OrderId,
  { text, note }: OrderTexts,
): Promise<void> => {
  await sql`UPDATE orders SET text = CASE WHEN ${text} <> '' THEN ${text} ELSE text END,
    note = CASE WHEN ${note} <> '' THEN ${note} ELSE note END WHERE id = ${id}::uuid`.execute(tx);
};
