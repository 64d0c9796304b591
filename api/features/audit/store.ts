// SQL of searches in the audit log.
import type { ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { EntryContent } from '../../platform/audit/audit.ts';
import { CONFIDENTIAL, CONTENT, isView } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { contains } from '../../platform/database/contains.ts';

export type AuditFilter = {
  /** A part of the reason, or a whole id of a subject. */
  search: string | null;
  /** Whether the search looks into the reasons of confidential acts, too. */
  readsAll: boolean;
  /** The administrator who acted, or the person whom the entry is about. */
  profileId: ProfileId | null;
  /** How the action begins. */
  action: string | null;
  views: boolean;
  /** Instants: the first, and the first that is too late. */
  since: Date | null;
  until: Date | null;
};

export type AuditRow = EntryContent & { place: number; hash: string; previous: string };

const escaped = (text: string): RawBuilder<string> =>
  sql<string>`regexp_replace(${text}::text, '([\\\\%_])', '\\\\\\1', 'g')`;

const conditionsOf = ({
  search,
  readsAll,
  profileId,
  action,
  views,
  since,
  until,
}: AuditFilter): RawBuilder<unknown>[] => [
  ...(search === null
    ? []
    : [
        sql`(l.subject_id = ${search}::text OR ${contains('l.reason', search)}
          AND (${readsAll} OR NOT starts_with(l.action, ${CONFIDENTIAL})))`,
      ]),
  ...(profileId === null
    ? []
    : [sql`(l.admin_profile_id = ${profileId}::uuid OR l.profile_id = ${profileId}::uuid)`]),
  ...(action === null ? [] : [sql`l.action LIKE ${escaped(action)} || '%'`]),
  ...(views ? [] : [sql`NOT ${isView}`]),
  ...(since === null ? [] : [sql`l.created_at >= ${since}::timestamptz`]),
  ...(until === null ? [] : [sql`l.created_at < ${until}::timestamptz`]),
];

const ENTRY = sql`
  SELECT ${CONTENT}, c.place::float8 AS place, encode(c.hash, 'hex') AS hash,
    coalesce((SELECT encode(b.hash, 'hex') FROM admin_log_chain b WHERE b.place = c.place - 1),
      repeat('00', 32)) AS previous
  FROM admin_log l JOIN admin_log_chain c ON c.entry_id = l.id`;

/** Newest first, before a place; or oldest first, after one. */
export const listEntries = async (
  db: Database,
  filter: AuditFilter,
  page: { limit: number } & ({ before: number | null } | { after: number }),
): Promise<AuditRow[]> => {
  const newest = 'before' in page;
  const position = newest
    ? page.before === null
      ? []
      : [sql`c.place < ${page.before}`]
    : [sql`c.place > ${page.after}`];
  const conditions = [sql`true`, ...conditionsOf(filter), ...position];
  const { rows } = await sql<AuditRow>`
    ${ENTRY} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY c.place ${newest ? sql`DESC` : sql`ASC`} LIMIT ${page.limit}`.execute(db);
  return rows;
};

/** The id of any profile with this name, also a hidden or removed one. */
export const profileNamed = async (db: Database, domainName: string): Promise<ProfileId | null> => {
  const { rows } = await sql<{
    id: ProfileId;
  }>`SELECT id FROM profiles WHERE domain_name = ${domainName}::citext`.execute(db);
  return rows[0]?.id ?? null;
};

/** Names of profiles, whatever became of them. */
export const namesOf = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id::text AS id, domain_name::text AS name FROM profiles
      WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
