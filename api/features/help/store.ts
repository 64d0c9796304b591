// SQL of help tickets.
import { decisionsOf } from '../../platform/days/day-counts.ts';
import type { ProfileId, TransferId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { sql } from 'kysely';
import { type AdminAction, isView } from '../../platform/audit/audit.ts';
import type { DB, Database } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';

/** The outcome of an appeal: the decision stands, or not. */
export type Outcome = NonNullable<DB['help_tickets']['outcome']>;

export type TicketRow = {
  id: string;
  /** Null: of a person without an account. */
  profile_id: ProfileId | null;
  /** The address for the answer, of a person without an account, until it is answered. */
  sealed_contact: Buffer | null;
  message: string;
  created_at: Date;
  answer: string | null;
  answered_at: Date | null;
  /** The payment that is asked back. */
  refund_of: TransferId | null;
  /**
   * The contested decision; null for any other ticket. `deciders`: who made it, and who agreed to
   * it before where it took two; none for an operator's command. `reportId` is null for the person
   * whom the decision is about. `aboutStaff`: this person is of the team.
   */
  appeal: {
    deciders: readonly ProfileId[];
    action: AdminAction;
    subjectId: string;
    reason: string;
    decidedAt: string;
    reportId: string | null;
    removalId: string | null;
    dueAt: string;
    outcome: Outcome | null;
    aboutStaff: boolean;
    /** The account of whom the decision is on. */
    userId: UserId | null;
  } | null;
};

const wireInstant = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * Who made the decision `a` and, where it took two, who agreed to it: since the decision before it
 * about the same, as an agreement ends with that. Agreements to other decisions, as to a cash-out
 * that was refused then, are to the opposite. Those to a hold are to the rules that it is part of.
 */
export const DECIDERS = sql`ARRAY(
    SELECT a.admin_profile_id WHERE a.admin_profile_id IS NOT NULL
    UNION SELECT g.admin_profile_id FROM admin_log g WHERE g.profile_id = a.profile_id
      AND (g.action, g.subject_id) IN (SELECT 'user.agreed', a.subject_id
          WHERE a.action = 'user.blocked'
        UNION ALL SELECT 'payoutRules.agreed', 'payoutRules/' || a.profile_id
          WHERE a.action = 'payoutRules.held') AND g.id < a.id
      AND NOT EXISTS (SELECT FROM admin_log l WHERE l.subject_id = g.subject_id
        AND l.id BETWEEN g.id AND a.id AND l.created_at < a.created_at
        AND l.action <> g.action AND NOT ${isView}))`;

const TICKETS = sql`
  SELECT t.id, t.profile_id, t.sealed_contact, t.message, t.created_at, t.answer, t.answered_at,
    t.refund_of,
    CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('deciders', ${DECIDERS}, 'action',
      a.action, 'subjectId', a.subject_id, 'reason', a.reason, 'decidedAt',
      ${wireInstant('a.created_at')},
      'reportId', t.report_id, 'removalId', t.removal_id, 'dueAt',
        ${wireInstant('coalesce(t.due_at, t.created_at)')}, 'outcome', t.outcome,
      'userId', (SELECT p.user_id FROM profiles p WHERE p.id = a.profile_id),
      'aboutStaff', EXISTS (SELECT FROM profiles p JOIN users u ON u.id = p.user_id
        WHERE p.id = t.profile_id AND u.staff_role IS NOT NULL)) END AS appeal
  FROM help_tickets t LEFT JOIN admin_log a ON a.id = t.appeals`;

/** Null when there is none. */
export const findTicket = async (db: Database, id: string): Promise<TicketRow | null> => {
  const { rows } = await sql<TicketRow>`${TICKETS} WHERE t.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/**
 * Whom the appeal `t` is about: who owns what was decided about, who reported it, and both sides of
 * an order. A refused removal request has the owners of its media.
 */
const PARTIES = sql`ARRAY(
    SELECT a.profile_id FROM admin_log a WHERE a.id = t.appeals
    UNION SELECT r.reporter_id FROM admin_log a JOIN reports d
        ON d.id = CASE WHEN a.action LIKE 'report.%' THEN a.subject_id::uuid END
      JOIN reports r ON r.target_kind = d.target_kind AND r.target_id = d.target_id
        AND r.decided_at = d.decided_at
      WHERE a.id = t.appeals
    UNION SELECT unnest(ARRAY[o.fan_id, o.producer_id]) FROM admin_log a JOIN orders o
        ON o.id = CASE WHEN a.action LIKE 'order.%' THEN a.subject_id::uuid END
      WHERE a.id = t.appeals
    UNION SELECT m.owner_id FROM removal_items i JOIN media m ON m.id = i.media_id
      WHERE i.request_id = t.removal_id)`;

export const partiesOf = async (tx: Database, ticketId: string): Promise<(ProfileId | null)[]> => {
  const { rows } = await sql<{ parties: (ProfileId | null)[] }>`
    SELECT ${PARTIES} AS parties FROM help_tickets t WHERE t.id = ${ticketId}::uuid`.execute(tx);
  return rows[0]?.parties ?? [];
};

/** Whether a later act of these replaced the one that is appealed against. */
export const isReplaced = async (
  db: Database,
  ticketId: string,
  by: readonly AdminAction[],
): Promise<boolean> => {
  const { rows } = await sql<{ replaced: boolean }>`
    SELECT EXISTS (SELECT FROM admin_log a JOIN admin_log l ON l.profile_id = a.profile_id
        AND l.id > a.id AND l.action = ANY(${by})
        AND (l.subject_id = a.subject_id OR a.action NOT LIKE 'live.%')
      WHERE a.id = t.appeals) AS replaced
    FROM help_tickets t WHERE t.id = ${ticketId}::uuid`.execute(db);
  return rows[0]?.replaced ?? false;
};

/** A decision as the audit log has it. */
export type FoundDecision = { id: number; created_at: Date };

/** Whether `d`, a decision on a show, is the one that `l`, an entry of the audit log, records. */
export const IS_DECISION_ON_SHOW = sql`(l.action LIKE 'live.%'
  AND d.live_id::text = l.subject_id
  AND 'live.' || d.decision = l.action AND d.created_at = l.created_at)`;

/**
 * The newest of these decisions on the profile about this subject, as its entry of the audit log;
 * null when there is none. `id`: of the subject, or of a decision on a show.
 */
export const findDecision = async (
  db: Database,
  actions: readonly AdminAction[],
  profileId: ProfileId,
  id: string,
): Promise<FoundDecision | null> => {
  const { rows } = await sql<FoundDecision>`
    SELECT l.id, l.created_at FROM admin_log l WHERE l.profile_id = ${profileId}::uuid
      AND l.action = ANY(${actions}) AND (l.subject_id = ${id}
        OR EXISTS (SELECT FROM live_decisions d WHERE d.id = ${id}::uuid
          AND ${IS_DECISION_ON_SHOW}))
    ORDER BY l.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** The refusal of a report of this person, also of one that a decision on another report closed. */
export const findRefusal = async (
  db: Database,
  reporterId: ProfileId,
  reportId: string,
): Promise<FoundDecision | null> => {
  const { rows } = await sql<FoundDecision>`
    SELECT a.id, a.created_at FROM reports r JOIN reports d ON d.target_kind = r.target_kind
      AND d.target_id = r.target_id AND d.decided_at = r.decided_at
      JOIN admin_log a ON a.action = 'report.dismissed' AND a.subject_id = d.id::text
    WHERE r.id = ${reportId}::uuid AND r.reporter_id = ${reporterId}::uuid
      AND r.outcome = 'dismissed' ORDER BY a.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

export type NewTicket = {
  id: string;
  profileId: ProfileId | null;
  message: string;
  appeals: number | null;
  /** The refused report of a person who contests the refusal. */
  reportId: string | null;
  /** The refused request of a person who contests the refusal, without an account. */
  removalId?: string | null;
  /** The address for the answer, of a person without an account. */
  sealedContact?: Buffer | null;
  /** The payment that is to be refunded. */
  refundOf?: TransferId | null;
  /** The deadline of an appeal. */
  dueAt: Date | null;
  now: Date;
};

/** False when this person has contested the decision already, or asked for the refund. */
export const insertTicket = async (
  tx: Database,
  {
    id,
    profileId,
    message,
    appeals,
    reportId,
    removalId = null,
    sealedContact = null,
    refundOf = null,
    dueAt,
    now,
  }: NewTicket,
): Promise<boolean> => {
  const row = await tx
    .insertInto('help_tickets')
    .values({
      id,
      profile_id: profileId,
      message,
      appeals,
      report_id: reportId,
      removal_id: removalId,
      sealed_contact: sealedContact,
      refund_of: refundOf,
      due_at: dueAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

type Page = { limit: number; offset: number };

export const listOwnTickets = async (
  db: Database,
  profileId: ProfileId,
  { limit, offset }: Page,
): Promise<TicketRow[]> => {
  const { rows } = await sql<TicketRow>`${TICKETS} WHERE t.profile_id = ${profileId}::uuid
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export type RefundRequest = { receipt: TransferId; askedAt: Date; answeredAt: Date | null };

/** Which of these payments the person asked to have refunded. */
export const listRefundRequests = async (
  db: Database,
  profileId: ProfileId,
  receipts: readonly TransferId[],
): Promise<RefundRequest[]> => {
  const { rows } = await sql<RefundRequest>`
    SELECT refund_of AS receipt, created_at AS "askedAt", answered_at AS "answeredAt"
      FROM help_tickets
    WHERE profile_id = ${profileId}::uuid AND refund_of = ANY(${receipts}) ORDER BY created_at DESC,
      id DESC`.execute(db);
  return rows;
};

/**
 * Open tickets of others than the administrator, who answers none of their own, oldest first; or
 * answered ones, newest first.
 */
export const listTickets = async (
  db: Database,
  { adminId, answered }: { adminId: ProfileId; answered: boolean },
  { limit, offset }: Page,
): Promise<TicketRow[]> => {
  const part = answered
    ? sql`WHERE t.answered_at IS NOT NULL ORDER BY t.answered_at DESC, t.id`
    : sql`WHERE t.answered_at IS NULL AND t.profile_id IS DISTINCT FROM ${adminId}::uuid
        ORDER BY t.created_at, t.id`;
  const { rows } = await sql<TicketRow>`${TICKETS} ${part} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
};

/** Roles of people who are of the team, or were. */
export const rolesOf = async (
  db: Database,
  profileIds: readonly ProfileId[],
): Promise<Map<ProfileId, { domainName: string; role: StaffRole | null }>> => {
  const { rows } = await sql<{ id: ProfileId; domainName: string; role: StaffRole | null }>`
    SELECT p.id, p.domain_name AS "domainName", u.staff_role AS role
    FROM profiles p JOIN users u ON u.id = p.user_id
    WHERE p.id = ANY(${profileIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...decider }) => [id, decider]));
};

/** False when it was answered before, or does not exist. */
export const updateAnswer = async (
  tx: Database,
  {
    id,
    answer,
    outcome,
    adminId,
    now,
  }: { id: string; answer: string; outcome: Outcome | null; adminId: ProfileId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('help_tickets')
    .set({ answer, outcome, answered_by: adminId, answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** What a won appeal did: false: the decision stays; null: it waits for a second person. */
export const setUndone = async (tx: Database, id: string, undone: false | null): Promise<void> => {
  await tx.updateTable('help_tickets').set({ undone }).where('id', '=', id).execute();
};

/** The second person agreed, so that the decision on this person is undone. */
export const markUndone = async (
  tx: Database,
  { profileId, action }: { profileId: ProfileId; action: AdminAction },
): Promise<void> => {
  await sql`
    UPDATE help_tickets t SET undone = true FROM admin_log a
    WHERE a.id = t.appeals AND a.action = ${action} AND t.profile_id = ${profileId}::uuid
      AND t.outcome = 'overturned' AND t.undone IS NULL`.execute(tx);
};

/** Tickets and answers are deleted with the account; who answered stays in the audit log. */
export const deleteTicketsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('help_tickets').where('profile_id', '=', profileId).execute();
};

/** What people without an account asked, which no deletion of an account erases. */
export const deleteVisitorsQuestions = async (
  db: Database,
  answeredBefore: Date,
): Promise<void> => {
  await sql`DELETE FROM help_tickets WHERE profile_id IS NULL AND appeals IS NULL
    AND answered_at < ${answeredBefore}`.execute(db);
};

/** Appeals that wait for an answer. */
export const OPEN_APPEALS: WaitingCases = sql<WaitingCase>`
  SELECT t.id::text AS id, t.created_at AS since, t.profile_id AS about, ${PARTIES} AS parties,
    t.due_at AS due FROM help_tickets t WHERE t.answered_at IS NULL AND t.appeals IS NOT NULL`;

/** Other tickets that wait for an answer. */
export const OPEN_QUESTIONS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, created_at AS since, profile_id AS about,
    NULL::uuid[] AS parties, NULL::timestamptz AS due
    FROM help_tickets WHERE answered_at IS NULL AND appeals IS NULL AND refund_of IS NULL`;

/** The other party of a request is whom the payment was made to. */
export const OPEN_REFUND_REQUESTS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, created_at AS since, profile_id AS about,
    ARRAY(SELECT a.owner_profile_id FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.transfer_id = refund_of AND e.amount > 0) AS parties, NULL::timestamptz AS due
    FROM help_tickets WHERE answered_at IS NULL AND refund_of IS NOT NULL`;

export type OpenAppeal = { id: string; created_at: Date; due_at: Date; reminders: number };

/** Appeals that wait and have had fewer than two reminders, the soonest due first. */
export const lockOpenAppeals = async (tx: Database): Promise<OpenAppeal[]> => {
  const { rows } = await sql<OpenAppeal>`
    SELECT id, created_at, due_at, reminders FROM help_tickets
    WHERE appeals IS NOT NULL AND answered_at IS NULL AND due_at IS NOT NULL AND reminders < 2
      ORDER BY due_at, id FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
};

export const setReminders = async (
  tx: Database,
  appeals: readonly Pick<OpenAppeal, 'id' | 'reminders'>[],
): Promise<void> => {
  await sql`UPDATE help_tickets t SET reminders = n.reminders
    FROM unnest(${appeals.map(({ id }) => id)}::uuid[],
    ${appeals.map(({ reminders }) => reminders)}::int[]) n (id, reminders)
    WHERE t.id = n.id`.execute(tx);
};

/** Tickets that were answered, without appeals and requests for refunds. */
export const answeredQuestions = decisionsOf(
  'helpTicket',
  sql`help_tickets WHERE appeals IS NULL AND refund_of IS NULL`,
  'created_at',
  'answered_at',
);

/** Requests for refunds that were answered. */
export const answeredRefundRequests = decisionsOf(
  'refundRequest',
  sql`help_tickets WHERE refund_of IS NOT NULL`,
  'created_at',
  'answered_at',
);

/** Appeals that were decided. */
export const decidedAppeals = decisionsOf(
  'appeal',
  sql`help_tickets WHERE appeals IS NOT NULL`,
  'created_at',
  'answered_at',
);
