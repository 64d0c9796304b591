// SQL of saved replies.
import type { SavedReplyId } from '@camarim/contract/features/chats/replies';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type ReplyText = { title: string; text: string };
export type ReplyRow = ReplyText & {
  id: SavedReplyId;
  producer_id: ProfileId;
  created_at: Date;
  updated_at: Date;
};

const ROWS = sql`SELECT id, producer_id, title, text, created_at, updated_at FROM saved_replies`;

export const findReply = async (db: Database, id: SavedReplyId): Promise<ReplyRow | null> => {
  const { rows } = await sql<ReplyRow>`${ROWS} WHERE id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** The producer's replies, by title. */
export const repliesOf = async (
  db: Database,
  producerId: ProfileId,
  limit: number,
): Promise<ReplyRow[]> => {
  const { rows } = await sql<ReplyRow>`${ROWS}
    WHERE producer_id = ${producerId}::uuid ORDER BY title, id LIMIT ${limit}`.execute(db);
  return rows;
};

/** False when the producer has `max` already. Their profile is locked, so that two calls count. */
export const insertReply = async (
  tx: Database,
  reply: ReplyText & { id: SavedReplyId; producerId: ProfileId; now: Date },
  max: number,
): Promise<boolean> => {
  const { id, producerId, title, text, now } = reply;
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', producerId)
    .forNoKeyUpdate()
    .execute();
  if ((await repliesOf(tx, producerId, max)).length === max) return false;
  await tx
    .insertInto('saved_replies')
    .values({ id, producer_id: producerId, title, text, created_at: now, updated_at: now })
    .execute();
  return true;
};

export const updateReply = async (
  db: Database,
  id: SavedReplyId,
  { title, text }: ReplyText,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('saved_replies')
    .set({ title, text, updated_at: now })
    .where('id', '=', id)
    .execute();
};

export const deleteReply = async (db: Database, id: SavedReplyId): Promise<void> => {
  await db.deleteFrom('saved_replies').where('id', '=', id).execute();
};

export const deleteRepliesOf = async (db: Database, producerId: ProfileId): Promise<void> => {
  await db.deleteFrom('saved_replies').where('producer_id', '=', producerId).execute();
};
