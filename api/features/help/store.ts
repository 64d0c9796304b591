// Requests for help in the database.
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';

type Db = Kysely<DB>;

export type TicketRow = { id: string; profile_id: ProfileId; message: string; created_at: Date; answer: string | null; answered_at: Date | null };

const COLUMNS = ['id', 'profile_id', 'message', 'created_at', 'answer', 'answered_at'] as const;

export const insertTicket = async (tx: Db, { id, profileId, message, now }: { id: string; profileId: ProfileId; message: string; now: Date }): Promise<TicketRow> => {
  const row = await tx.insertInto('help_tickets').values({ id, profile_id: profileId, message, created_at: now }).returning(COLUMNS).executeTakeFirstOrThrow();
  return row as unknown as TicketRow;
};

type Page = { limit: number; offset: number };

export const listOwnTickets = async (db: Db, profileId: ProfileId, { limit, offset }: Page): Promise<TicketRow[]> => {
  const rows = await db.selectFrom('help_tickets').select(COLUMNS).where('profile_id', '=', profileId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return rows as unknown as TicketRow[];
};

/** Waiting ones, the longest first; or answered ones, newest first. */
export const listTickets = async (db: Db, answered: boolean, { limit, offset }: Page): Promise<TicketRow[]> => {
  const query = db.selectFrom('help_tickets').select(COLUMNS).limit(limit).offset(offset);
  const rows = answered
    ? await query.where('answered_at', 'is not', null).orderBy('answered_at', 'desc').orderBy('id').execute()
    : await query.where('answered_at', 'is', null).orderBy('created_at').orderBy('id').execute();
  return rows as unknown as TicketRow[];
};

/** Null when it was answered before or never was; `exists` tells which. */
export const answerTicket = async (tx: Db, { id, answer, adminId, now }: { id: string; answer: string; adminId: ProfileId; now: Date }): Promise<TicketRow | null> => {
  const row = await tx
    .updateTable('help_tickets')
    .set({ answer, answered_by: adminId, answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  return (row as unknown as TicketRow | undefined) ?? null;
};

/** What somebody asked, and the answers, go with their account; who answered stays in the log. */
export const deleteTicketsOf = async (db: Db, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('help_tickets').where('profile_id', '=', profileId).execute();
};

export const ticketExists = async (db: Db, id: string): Promise<boolean> => (await db.selectFrom('help_tickets').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
