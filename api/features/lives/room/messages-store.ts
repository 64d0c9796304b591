// SQL of the chat messages of rooms; a tip is a message with an amount.
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import type { GoalId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isAccountUnderLegalHold } from '../../access/index.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../../visibility/index.ts';

export type MessageRow = {
  id: LiveMessageId;
  live_id: LiveId;
  profile_id: ProfileId;
  text: string;
  client_key: string | null;
  amount_centavos: Centavos | null;
  item_id: MenuItemId | null;
  item_label: string | null;
  goal_id: GoalId | null;
  done_at: Date | null;
  created_at: Date;
  deleted_at: Date | null;
};

const COLUMNS = sql`m.id, m.live_id, m.profile_id, m.text, m.client_key, m.amount_centavos,
  m.item_id, m.item_label, m.goal_id, m.done_at, m.created_at, m.deleted_at`;

/** What the person sent with this key; null when nothing was. */
export const findByKey = async (
  db: Database,
  profileId: ProfileId,
  key: string,
): Promise<MessageRow | null> => {
  const { rows } = await sql<MessageRow>`
    SELECT ${COLUMNS} FROM live_messages m WHERE m.profile_id = ${profileId}::uuid
      AND m.client_key = ${key}`.execute(db);
  return rows[0] ?? null;
};

/** One message of this show, deleted ones included. */
export const findMessage = async (
  db: Database,
  liveId: LiveId,
  id: LiveMessageId,
): Promise<MessageRow | null> => {
  const { rows } = await sql<MessageRow>`
    SELECT ${COLUMNS} FROM live_messages m WHERE m.id = ${id}::uuid
      AND m.live_id = ${liveId}::uuid`.execute(db);
  return rows[0] ?? null;
};

/**
 * Messages that are not deleted, newest first, without those of people hidden from the requester.
 */
export const listMessages = async (
  db: Database,
  liveId: LiveId,
  requester: Requester,
  { before, limit }: { before: LiveMessageId | null; limit: number },
): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    SELECT ${COLUMNS} FROM live_messages m CROSS JOIN ${requesterRow(requester)}
    WHERE m.live_id = ${liveId}::uuid AND m.deleted_at IS NULL AND (${before}::uuid IS NULL
      OR m.id < ${before}::uuid)
      AND (m.text <> '' OR m.amount_centavos IS NOT NULL) AND NOT ${isHidden('m.profile_id')}
    ORDER BY m.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export type NewMessage = {
  id: LiveMessageId;
  liveId: LiveId;
  profileId: ProfileId;
  text: string;
  key: string | null;
  tip: {
    amount: Centavos;
    transferId: TransferId;
    itemId: MenuItemId | null;
    itemLabel: string | null;
    goalId: GoalId | null;
  } | null;
  now: Date;
};

/** Null when the person has sent something with this key, or this payment has its message. */
export const insertMessage = async (
  tx: Database,
  { id, liveId, profileId, text, key, tip, now }: NewMessage,
): Promise<MessageRow | null> => {
  const { rows } = await sql<MessageRow>`
    INSERT INTO live_messages AS m (id, live_id, profile_id, text, client_key, amount_centavos,
      transfer_id, item_id, item_label, goal_id, created_at)
    VALUES (${id}::uuid, ${liveId}::uuid, ${profileId}::uuid, ${text}, ${key},
      ${tip?.amount ?? null}::bigint, ${tip?.transferId ?? null}::uuid,
      ${tip?.itemId ?? null}::uuid, ${tip?.itemLabel ?? null}, ${tip?.goalId ?? null}::uuid, ${now})
        ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

/** False when it was deleted before. A message that is pinned is not pinned any more. */
export const markDeleted = async (tx: Database, id: LiveMessageId, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ liveId: LiveId }>`
    UPDATE live_messages SET deleted_at = ${now} WHERE id = ${id}::uuid AND deleted_at IS NULL
      RETURNING live_id AS "liveId"`.execute(tx);
  return rows.length > 0;
};

export const setPinned = async (
  tx: Database,
  liveId: LiveId,
  id: LiveMessageId | null,
): Promise<void> => {
  await sql`UPDATE lives SET pinned_message_id = ${id}::uuid WHERE id = ${liveId}::uuid`.execute(
    tx,
  );
};

/** Marks what was bought as done or open; null for a message that is no purchase from the menu. */
export const setDone = async (
  tx: Database,
  liveId: LiveId,
  id: LiveMessageId,
  doneAt: Date | null,
): Promise<MessageRow | null> => {
  const { rows } = await sql<MessageRow>`
    UPDATE live_messages m SET done_at = CASE WHEN ${doneAt}::timestamptz IS NULL THEN NULL
      ELSE coalesce(m.done_at, ${doneAt}::timestamptz) END
    WHERE m.id = ${id}::uuid AND m.live_id = ${liveId}::uuid AND m.item_id IS NOT NULL
      RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

/** Bought from the menu in this show, the oldest first, without what was taken back. */
export const listPurchases = async (
  db: Database,
  liveId: LiveId,
  requester: Requester,
  { open, after, limit }: { open: boolean; after: LiveMessageId | null; limit: number },
): Promise<(MessageRow & { hidden: boolean })[]> => {
  const { rows } = await sql<MessageRow & { hidden: boolean }>`
    SELECT ${COLUMNS}, ${isHidden('m.profile_id')} AS hidden FROM live_messages m
      CROSS JOIN ${requesterRow(requester)}
    WHERE m.live_id = ${liveId}::uuid AND m.amount_centavos IS NOT NULL AND m.item_id IS NOT NULL
      AND (NOT ${open} OR m.done_at IS NULL)
      AND (${after}::uuid IS NULL OR m.id > ${after}::uuid)
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = m.transfer_id)
    ORDER BY m.id LIMIT ${limit}`.execute(db);
  return rows;
};

/** Deletes some messages that are older, and the text of such tips. Returns how many there were. */
export const deleteOldMessages = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    WITH old AS (SELECT id FROM live_messages WHERE created_at < ${before}
      AND (amount_centavos IS NULL OR text <> '')
      AND NOT ${sql.raw(isAccountUnderLegalHold('live_messages.profile_id'))} ORDER BY created_at
      LIMIT ${limit}),
      tips AS (UPDATE live_messages SET text = '' WHERE id IN (SELECT id FROM old)
        AND amount_centavos IS NOT NULL),
      lines AS (DELETE FROM live_messages WHERE id IN (SELECT id FROM old)
        AND amount_centavos IS NULL)
    SELECT count(*)::int AS count FROM old`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Deletes what a person said in rooms, and the text of their tips, which stay as payments. */
export const deleteMessagesOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_messages WHERE profile_id = ${profileId}::uuid
    AND amount_centavos IS NULL`.execute(db);
  await sql`UPDATE live_messages SET text = '', client_key = NULL
    WHERE profile_id = ${profileId}::uuid`.execute(db);
};
