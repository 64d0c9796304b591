// SQL of help tickets.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { DB } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';

type Db = Kysely<DB>;

export type TicketRow = {
  id: string;
  profile_id: ProfileId;
  message: string;
  created_at: Date;
  answer: string | null;
  answered_at: Date | null;
  /**
   * The contested decision; null for any other ticket. `adminId` is null for an operator's command.
   */
  appeal: { adminId: ProfileId | null; reason: string; decidedAt: string } | null;
};

const TICKETS = sql`
  SELECT t.id, t.profile_id, t.message, t.created_at, t.answer, t.answered_at,
    CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('adminId', a.admin_profile_id, 'reason', a.reason, 'decidedAt', to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS appeal
  FROM help_tickets t LEFT JOIN admin_log a ON a.id = t.appeals`;

/** Null when there is none. */
export const findTicket = async (db: Db, id: string): Promise<TicketRow | null> => {
  const { rows } = await sql<TicketRow>`${TICKETS} WHERE t.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/**
 * The newest of these decisions on the profile about this subject, as its entry of the audit log;
 * null when there is none.
 */
export const findDecision = async (
  db: Db,
  actions: readonly AdminAction[],
  profileId: ProfileId,
  subjectId: string,
): Promise<number | null> => {
  const row = await db
    .selectFrom('admin_log')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('subject_id', '=', subjectId)
    .where('action', 'in', actions)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return (row?.id as number | undefined) ?? null;
};

export type NewTicket = {
  id: string;
  profileId: ProfileId;
  message: string;
  appeals: number | null;
  now: Date;
};

export const insertTicket = async (
  tx: Db,
  { id, profileId, message, appeals, now }: NewTicket,
): Promise<void> => {
  await tx
    .insertInto('help_tickets')
    .values({ id, profile_id: profileId, message, appeals, created_at: now })
    .execute();
};

type Page = { limit: number; offset: number };

export const listOwnTickets = async (
  db: Db,
  profileId: ProfileId,
  { limit, offset }: Page,
): Promise<TicketRow[]> => {
  const { rows } =
    await sql<TicketRow>`${TICKETS} WHERE t.profile_id = ${profileId}::uuid ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
      db,
    );
  return rows;
};

/** Open tickets, oldest first; or answered ones, newest first. */
export const listTickets = async (
  db: Db,
  answered: boolean,
  { limit, offset }: Page,
): Promise<TicketRow[]> => {
  const part = answered
    ? sql`WHERE t.answered_at IS NOT NULL ORDER BY t.answered_at DESC, t.id`
    : sql`WHERE t.answered_at IS NULL ORDER BY t.created_at, t.id`;
  const { rows } = await sql<TicketRow>`${TICKETS} ${part} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
};

/** False when it was answered before, or does not exist. */
export const updateAnswer = async (
  tx: Db,
  { id, answer, adminId, now }: { id: string; answer: string; adminId: ProfileId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('help_tickets')
    .set({ answer, answered_by: adminId, answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Tickets and answers are deleted with the account; who answered stays in the audit log. */
export const deleteTicketsOf = async (db: Db, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('help_tickets').where('profile_id', '=', profileId).execute();
};

/** Appeals that wait for an answer. */
export const OPEN_APPEALS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, created_at AS since, profile_id AS about, NULL::timestamptz AS due FROM help_tickets WHERE answered_at IS NULL AND appeals IS NOT NULL`;

/** Other tickets that wait for an answer. */
export const OPEN_QUESTIONS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, created_at AS since, profile_id AS about, NULL::timestamptz AS due FROM help_tickets WHERE answered_at IS NULL AND appeals IS NULL`;
