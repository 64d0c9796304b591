// The audit log in the database; a trigger refuses every change of its rows.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import type { ProfileId } from '@camarim/contract/ids';
import { rolesWith, type StaffRight } from '@camarim/contract/staff';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { lockName } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { AdminAct, AdminAction } from './actions.ts';

/** Whether the profile belongs to an administrator with this right who is not blocked. */
export const isStaffWith = (
  right: StaffRight,
  profileId: Expression<unknown>,
): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ${profileId}
    AND u.staff_role = ANY(${rolesWith(right)}) AND u.blocked_at IS NULL)`;

/**
 * Actions that only view something end in "viewed" or "Viewed", and no others (a tidy test checks
 * it).
 */
const VIEW_ACTIONS = '%iewed';
/** Actions that wait for a second person. */
const AGREEMENT_ACTIONS = '%.agreed';

/** Whether `l`, an entry of the log, records a view and no decision. */
export const isView: RawBuilder<boolean> = sql<boolean>`(l.action LIKE ${VIEW_ACTIONS})`;

/**
 * Throws decision.claimed when another person has claimed the subject of a decision; views are
 * always recorded. A decision on a subject ends the agreements to it, and the claim of who made it:
 * a second person may have to agree. Returns the entry's id.
 */
export const insertAct = async (
  tx: Database,
  { adminId, action, profileId, subjectId, reason, now }: AdminAct,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, reason, created_at)
    SELECT ${adminId}::uuid, ${action}::text, ${profileId}::uuid, ${subjectId ?? null}::text,
      ${reason ?? ''}::text, ${now}::timestamptz
    WHERE ${action}::text LIKE ${VIEW_ACTIONS} OR NOT EXISTS (
      SELECT FROM work_items w WHERE w.subject_id = ${subjectId ?? null}::text
        AND w.claimed_by <> ${adminId}::uuid AND w.claimed_until > ${now}::timestamptz)
    RETURNING id`.execute(tx);
  const [entry] = rows;
  if (!entry) throw new AppError('decision.claimed');
  await sql`
    DELETE FROM agreements WHERE subject_id = ${subjectId ?? null}::text
      AND ${action}::text NOT LIKE ${VIEW_ACTIONS}
        AND ${action}::text NOT LIKE ${AGREEMENT_ACTIONS}`.execute(tx);
  await sql`
    UPDATE work_items SET claimed_by = NULL, claimed_until = NULL, updated_at = ${now}
    WHERE subject_id = ${subjectId ?? null}::text AND claimed_by = ${adminId}::uuid
      AND ${action}::text NOT LIKE ${VIEW_ACTIONS}`.execute(tx);
  return entry.id;
};

/**
 * For an act that decides on several subjects and is recorded for one of them. Throws
 * decision.claimed when another person holds one of them.
 */
export const requireUnclaimed = async (
  tx: Database,
  { adminId, subjectIds, now }: { adminId: ProfileId; subjectIds: readonly string[]; now: Date },
): Promise<void> => {
  const claimed = await tx
    .selectFrom('work_items')
    .select('subject_id')
    .where('subject_id', 'in', subjectIds)
    .where('claimed_by', '<>', adminId)
    .where('claimed_until', '>', now)
    .limit(1)
    .executeTakeFirst();
  if (claimed) throw new AppError('decision.claimed');
};

/** An item of the queue of open work; `id` is the subject of decisions about it. */
type WorkItem = { kind: OpenWorkKind; id: string };

/**
 * One statement with the row locked, so that of two people at the same moment one gets it. False
 * when another person holds it.
 */
export const claimItem = async (
  tx: Database,
  { kind, id }: WorkItem,
  { adminId, until, now }: { adminId: ProfileId; until: Date; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO work_items AS w (kind, subject_id, claimed_by, claimed_until, updated_at)
    VALUES (${kind}, ${id}, ${adminId}::uuid, ${until}, ${now})
    ON CONFLICT (kind, subject_id) DO UPDATE SET claimed_by = excluded.claimed_by,
      claimed_until = excluded.claimed_until, updated_at = excluded.updated_at
    WHERE w.claimed_by IS NULL OR w.claimed_by = excluded.claimed_by
      OR w.claimed_until <= excluded.updated_at`.execute(tx);
  return numAffectedRows === 1n;
};

/** False when this person does not hold it. */
export const releaseItem = async (
  tx: Database,
  { kind, id }: WorkItem,
  { adminId, now }: { adminId: ProfileId; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE work_items SET claimed_by = NULL, claimed_until = NULL, updated_at = ${now}
    WHERE kind = ${kind} AND subject_id = ${id} AND claimed_by = ${adminId}::uuid`.execute(tx);
  return numAffectedRows === 1n;
};

export type ActRow = {
  id: number;
  admin_profile_id: ProfileId | null;
  action: AdminAction;
  profile_id: ProfileId | null;
  subject_id: string | null;
  reason: string;
  created_at: Date;
};

/** Decisions about a profile, without views, newest first; `before` is an entry's id. */
export const listDecisionsAbout = async (
  db: Database,
  profileId: ProfileId,
  { limit, before }: { limit: number; before: number | null },
): Promise<ActRow[]> => {
  const rows = await db
    .selectFrom('admin_log')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('action', 'not like', VIEW_ACTIONS)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as ActRow[];
};

/** Locks the subject until the end of the transaction, so that concurrent decisions wait. */
export const lockSubject = async (tx: Database, subjectId: string): Promise<void> => {
  await lockName(tx, `admin_log/${subjectId}`);
};

/** What one administrator agreed to. */
export type Agreement = {
  adminId: ProfileId;
  /** What is proposed, as JSON; null where the subject says it. */
  value: unknown;
  reason: string;
  at: Date;
};

/**
 * The agreements of administrators who still have the right, newest first: one for each of them.
 */
export const openAgreements = async (
  db: Database,
  { right, subjectId }: { right: StaffRight; subjectId: string },
): Promise<Agreement[]> => {
  const { rows } = await sql<Agreement>`
    SELECT a.admin_id AS "adminId", a.value, a.reason, a.agreed_at AS at FROM agreements a
    WHERE a.subject_id = ${subjectId} AND ${isStaffWith(right, sql.ref('a.admin_id'))}
    ORDER BY a.agreed_at DESC, a.admin_id`.execute(db);
  return rows;
};

/** True when it is not the one that this person gave before, whose place it takes. */
export const upsertAgreement = async (
  tx: Database,
  subjectId: string,
  { adminId, value, reason, at }: Agreement,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO agreements AS a (subject_id, admin_id, value, reason, agreed_at)
    VALUES (${subjectId}, ${adminId}::uuid, ${JSON.stringify(value)}::jsonb, ${reason},
      ${at}::timestamptz)
    ON CONFLICT (subject_id, admin_id) DO UPDATE SET value = excluded.value,
      reason = excluded.reason, agreed_at = excluded.agreed_at
      WHERE a.value <> excluded.value`.execute(tx);
  return numAffectedRows === 1n;
};

/** Whether another administrator with the right agreed to the same. */
export const isAgreedByAnother = async (
  tx: Database,
  { adminId, value }: Pick<Agreement, 'adminId' | 'value'>,
  { right, subjectId }: { right: StaffRight; subjectId: string },
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM agreements a WHERE a.subject_id = ${subjectId}
      AND a.admin_id <> ${adminId}::uuid
      AND a.value = ${JSON.stringify(value)}::jsonb
        AND ${isStaffWith(right, sql.ref('a.admin_id'))}) AS found`.execute(tx);
  return rows[0]?.found ?? false;
};

/** Which administrators with this right did one of these things to which of the subjects. */
export const staffWhoActed = async (
  db: Database,
  {
    actions,
    right,
    subjectIds,
  }: { actions: readonly AdminAction[]; right: StaffRight; subjectIds: readonly string[] },
): Promise<{ subjectId: string; adminId: ProfileId }[]> => {
  const { rows } = await sql<{ subjectId: string; adminId: ProfileId }>`
    SELECT DISTINCT a.subject_id AS "subjectId", a.admin_profile_id AS "adminId" FROM admin_log a
    WHERE a.subject_id = ANY(${subjectIds}) AND a.action = ANY(${actions})
      AND ${isStaffWith(right, sql.ref('a.admin_profile_id'))}`.execute(db);
  return rows;
};

/** Which of these subjects the administrator viewed, since `since` where it is given. */
export const viewedAmong = async (
  tx: Database,
  action: AdminAction,
  adminId: ProfileId,
  subjectIds: readonly string[],
  since = new Date(0),
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('admin_log')
    .select('subject_id')
    .distinct()
    .where('action', '=', action)
    .where('admin_profile_id', '=', adminId)
    .where('subject_id', 'in', subjectIds)
    .where('created_at', '>', since)
    .execute();
  return rows.flatMap(({ subject_id }) => subject_id ?? []);
};
