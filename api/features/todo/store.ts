// SQL of the queue of all open work, and of what the team arranged about its items.
import { WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import type { ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { isStaffWith } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WaitingCases } from '../../platform/database/waiting.ts';

export type Queues = Readonly<Record<OpenWorkKind, WaitingCases>>;

export type ItemRow = {
  kind: OpenWorkKind;
  id: string;
  since: Date;
  due: Date;
  /** Whether `due` is a deadline of the case itself, and not the usual time of its kind. */
  has_deadline: boolean;
  about: ProfileId | null;
  /** Further people whose own case it is. */
  parties: readonly (ProfileId | null)[] | null;
  assigned_to: ProfileId | null;
  /** Null also when the claim has ended. */
  claimed_by: ProfileId | null;
  claimed_until: Date | null;
  snoozed_until: Date | null;
};

/** To whole milliseconds, which a cursor carries. */
const casesOf = (queues: Queues, kinds: readonly OpenWorkKind[]): RawBuilder<unknown> =>
  sql.join(
    kinds.map(
      (kind) => sql`
        SELECT ${kind}::text AS kind, c.id, c.since, c.about, c.parties,
          date_trunc('milliseconds', coalesce(c.due,
            c.since + ${WORK_KINDS[kind].dueHours} * interval '1 hour')) AS due,
          c.due IS NOT NULL AS has_deadline
        FROM (${queues[kind]}) AS c`,
    ),
    sql` UNION ALL `,
  );

/**
 * Open cases of these kinds with what was arranged; `now` ends claims and snoozes, and a deadline
 * that is over ends a snooze, too.
 */
const itemsOf = (
  queues: Queues,
  kinds: readonly OpenWorkKind[],
  now: Date,
): RawBuilder<unknown> => sql`
  SELECT c.kind, c.id, c.since, c.due, c.has_deadline, c.about, c.parties, w.assigned_to,
    CASE WHEN w.claimed_until > ${now}::timestamptz THEN w.claimed_by END AS claimed_by,
    CASE WHEN w.claimed_until > ${now}::timestamptz THEN w.claimed_until END AS claimed_until,
    CASE WHEN w.snoozed_until > ${now}::timestamptz
      AND NOT (c.has_deadline AND c.due < ${now}::timestamptz)
      THEN w.snoozed_until END AS snoozed_until
  FROM (${casesOf(queues, kinds)}) AS c LEFT JOIN work_items w ON w.kind = c.kind
    AND w.subject_id = c.id`;

export type Cursor = { due: Date; kind: string; id: string };

export type ItemFilter = {
  kinds: readonly OpenWorkKind[];
  adminId: ProfileId;
  whose: 'all' | 'mine' | 'unassigned' | 'claimed';
  snoozed: boolean;
  after: Cursor | null;
  limit: number;
};

const WHOSE = {
  all: () => sql`true`,
  mine: (adminId: ProfileId) =>
    sql`(i.assigned_to = ${adminId}::uuid OR i.claimed_by = ${adminId}::uuid)`,
  unassigned: () => sql`i.assigned_to IS NULL`,
  claimed: () => sql`i.claimed_by IS NOT NULL`,
} satisfies Record<ItemFilter['whose'], (adminId: ProfileId) => RawBuilder<unknown>>;

/** What is about the administrator is left to others. */
const isOthers = (adminId: ProfileId) =>
  sql`(i.about IS DISTINCT FROM ${adminId}::uuid
    AND array_position(i.parties, ${adminId}::uuid) IS NULL)`;

export const listItems = async (
  db: Database,
  queues: Queues,
  { kinds, adminId, whose, snoozed, after, limit }: ItemFilter,
  now: Date,
): Promise<ItemRow[]> => {
  if (kinds.length === 0) return [];
  const conditions = [
    isOthers(adminId),
    WHOSE[whose](adminId),
    snoozed ? sql`i.snoozed_until IS NOT NULL` : sql`i.snoozed_until IS NULL`,
    ...(after === null
      ? []
      : [
          sql`(i.due, i.kind, i.id) > (${after.due}::timestamptz, ${after.kind}::text,
            ${after.id}::text)`,
        ]),
  ];
  const { rows } = await sql<ItemRow>`
    SELECT * FROM (${itemsOf(queues, kinds, now)}) AS i WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY i.due, i.kind, i.id LIMIT ${limit}`.execute(db);
  return rows;
};

export const countItems = async (
  db: Database,
  queues: Queues,
  { kinds, adminId }: Pick<ItemFilter, 'kinds' | 'adminId'>,
  now: Date,
): Promise<{ kind: OpenWorkKind; waiting: number; late: number }[]> => {
  if (kinds.length === 0) return [];
  const { rows } = await sql<{ kind: OpenWorkKind; waiting: number; late: number }>`
    SELECT i.kind, count(*)::integer AS waiting,
      (count(*) FILTER (WHERE i.due < ${now}::timestamptz))::integer AS late
    FROM (${itemsOf(queues, kinds, now)}) AS i WHERE i.snoozed_until IS NULL
      AND ${isOthers(adminId)} GROUP BY i.kind`.execute(db);
  return rows;
};

/** Null when the case does not wait any more. */
export const findItem = async (
  db: Database,
  queues: Queues,
  { kind, id }: { kind: OpenWorkKind; id: string },
  now: Date,
): Promise<ItemRow | null> => {
  const { rows } = await sql<ItemRow>`
    SELECT * FROM (${itemsOf(queues, [kind], now)}) AS i WHERE i.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

type Item = { kind: OpenWorkKind; id: string };

export const assignItem = async (
  tx: Database,
  { kind, id }: Item,
  { assignee, now }: { assignee: ProfileId | null; now: Date },
): Promise<void> => {
  const facts = { assigned_to: assignee, updated_at: now };
  await tx
    .insertInto('work_items')
    .values({ kind, subject_id: id, ...facts })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(facts))
    .execute();
};

/** Ends the person's own claim. False when another person holds it. */
export const snoozeItem = async (
  tx: Database,
  { kind, id }: Item,
  { adminId, until, now }: { adminId: ProfileId; until: Date | null; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO work_items AS w (kind, subject_id, snoozed_until, updated_at)
    VALUES (${kind}, ${id}, ${until}, ${now})
    ON CONFLICT (kind, subject_id) DO UPDATE SET snoozed_until = excluded.snoozed_until,
      updated_at = excluded.updated_at, claimed_by = NULL, claimed_until = NULL
    WHERE w.claimed_by IS NULL OR w.claimed_by = ${adminId}::uuid
      OR w.claimed_until <= excluded.updated_at`.execute(tx);
  return numAffectedRows === 1n;
};

/** Whether the profile is of a person who may decide cases of this kind. */
export const isAssignable = async (
  db: Database,
  kind: OpenWorkKind,
  profileId: ProfileId,
): Promise<boolean> => {
  const { rows } = await sql<{
    found: boolean;
  }>`SELECT ${isStaffWith(WORK_KINDS[kind].right, sql`${profileId}::uuid`)} AS found`.execute(db);
  return rows[0]?.found ?? false;
};

export const deleteItemsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('work_items').where('updated_at', '<', before).execute();
};
