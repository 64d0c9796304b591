// SQL of decisions that people contest without logging in.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import type { Refusal } from '../decisions/index.ts';

/** `act`: the entry of the audit log that decided. */
export type RefusalRow = {
  act: number;
  target: DB['moderation_decisions']['target_kind'];
  reason: string;
  decided_at: Date;
  /** The blocked person; null for a person without an account. */
  profile_id: ProfileId | null;
};

const BLOCK = (entryId: string) => sql<RefusalRow>`
  SELECT a.id AS act, 'profile' AS target, a.reason, a.created_at AS decided_at, a.profile_id
  FROM admin_log a WHERE a.action = 'user.blocked' AND a.id = ${entryId}::bigint`;

/**
 * Null when it was not refused, or a member reported. One decision closes all reports of a thing.
 */
export const refusalOf = async (
  db: Database,
  { kind, id }: Refusal,
): Promise<RefusalRow | null> => {
  if (kind === 'block') return (await BLOCK(id).execute(db)).rows[0] ?? null;
  const { rows } = await (
    kind === 'report'
      ? sql<RefusalRow>`
        SELECT a.id AS act, r.target_kind AS target, r.decision_reason AS reason, r.decided_at,
            NULL AS profile_id
          FROM reports r
          JOIN reports d ON d.target_kind = r.target_kind AND d.target_id = r.target_id
            AND d.decided_at = r.decided_at
          JOIN admin_log a ON a.action = 'report.dismissed' AND a.subject_id = d.id::text
        WHERE r.id = ${id}::uuid AND r.reporter_id IS NULL AND r.outcome = 'dismissed'
          ORDER BY a.id DESC LIMIT 1`
      : sql<RefusalRow>`
        SELECT a.id AS act, 'media' AS target, r.reason, r.decided_at, NULL AS profile_id
          FROM removal_requests r
          JOIN admin_log a ON a.action = 'removal.refused' AND a.subject_id = r.id::text
        WHERE r.id = ${id}::uuid AND r.outcome = 'refused' ORDER BY a.id DESC LIMIT 1`
  ).execute(db);
  return rows[0] ?? null;
};

/** The appeal against it; null without one. */
export const ticketOf = async (
  db: Database,
  { kind, id }: Refusal,
  { act }: RefusalRow,
): Promise<string | null> => {
  const tickets = db.selectFrom('help_tickets').select('id');
  const row = await (
    kind === 'block'
      ? tickets.where('appeals', '=', act)
      : tickets
          .where('profile_id', 'is', null)
          .where(kind === 'report' ? 'report_id' : 'removal_id', '=', id)
  ).executeTakeFirst();
  return row?.id ?? null;
};

/** Returns the address for the answer and deletes it: it is needed no more. */
export const takeContact = async (tx: Database, ticketId: string): Promise<Buffer | null> => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    UPDATE help_tickets n SET sealed_contact = NULL FROM (SELECT id, sealed_contact
      FROM help_tickets WHERE id = ${ticketId}::uuid FOR UPDATE) o
    WHERE n.id = o.id RETURNING o.sealed_contact AS sealed`.execute(tx);
  return rows[0]?.sealed ?? null;
};
