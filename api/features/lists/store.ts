// Lists and their members in the database, and who of a producer's people is in a selection.
import type { ListId, ListRule } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { LISTS_MAX } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { mayBeWrittenTo } from '../chats/index.ts';
import { nameContains } from '../profiles/index.ts';
import { hiddenFrom, hiddenFromPerson, requesterRows } from '../visibility/index.ts';
import { conditionOf, type Part } from './rules-store.ts';

export type ListRow = {
  id: ListId;
  owner_id: ProfileId;
  name: string;
  rule: ListRule | null;
  created_at: Date;
  /** The number of people in a list kept by hand. */
  members: number;
};

const ROWS = sql`SELECT l.id, l.owner_id, l.name, l.rule, l.created_at,
  CASE WHEN l.rule IS NULL THEN (SELECT count(*)::integer FROM list_members m
    WHERE m.list_id = l.id) ELSE 0 END AS members FROM lists l`;

/** Newest first. */
export const listsOf = async (
  db: Database,
  ownerId: ProfileId,
  limit: number,
): Promise<ListRow[]> => {
  const { rows } =
    await sql<ListRow>`${ROWS} WHERE l.owner_id = ${ownerId}::uuid AND l.deleted_at IS NULL
    ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/** The owner's lists that are kept by hand and have the person, by name. */
export const listsWith = async (
  db: Database,
  ownerId: ProfileId,
  profileId: ProfileId,
): Promise<{ id: ListId; name: string }[]> => {
  const { rows } = await sql<{ id: ListId; name: string }>`
    SELECT l.id, l.name FROM lists l JOIN list_members lm ON lm.list_id = l.id
      AND lm.profile_id = ${profileId}::uuid
    WHERE l.owner_id = ${ownerId}::uuid AND l.deleted_at IS NULL ORDER BY l.name, l.id
      LIMIT ${LISTS_MAX}`.execute(db);
  return rows;
};

/** Null when there is none, or it is deleted. */
export const findList = async (db: Database, id: ListId): Promise<ListRow | null> => {
  const { rows } =
    await sql<ListRow>`${ROWS} WHERE l.id = ${id}::uuid AND l.deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** Which of the ids are the owner's lists, deleted ones included. */
export const findRules = async (
  db: Database,
  ownerId: ProfileId,
  ids: readonly ListId[],
): Promise<Map<ListId, { rule: ListRule | null; deleted: boolean }>> => {
  const { rows } = await sql<{ id: ListId; rule: ListRule | null; deleted: boolean }>`
    SELECT id, rule, deleted_at IS NOT NULL AS deleted FROM lists WHERE id = ANY(${ids}::uuid[])
      AND owner_id = ${ownerId}::uuid`.execute(db);
  return new Map(rows.map(({ id, ...found }) => [id, found]));
};

/**
 * False when the owner has as many as allowed. The profile's row is locked, so that concurrent
 * calls can't both take the last place.
 */
export const insertList = async (
  tx: Database,
  list: { id: ListId; ownerId: ProfileId; name: string; rule: ListRule | null; now: Date },
  max: number,
): Promise<boolean> => {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', list.ownerId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql`
    INSERT INTO lists (id, owner_id, name, rule, created_at)
    SELECT ${list.id}::uuid, ${list.ownerId}::uuid, ${list.name}::text, ${jsonOf(list.rule)}::jsonb,
      ${list.now}::timestamptz
    WHERE (SELECT count(*) FROM lists WHERE owner_id = ${list.ownerId}::uuid
      AND deleted_at IS NULL) < ${max}
    RETURNING id`.execute(tx);
  return rows.length === 1;
};

const jsonOf = (rule: ListRule | null): string | null => rule && JSON.stringify(rule);

export const updateList = async (
  db: Database,
  id: ListId,
  { name, rule }: { name: string; rule: ListRule | null },
): Promise<void> => {
  await sql`UPDATE lists SET name = ${name}::text, rule = ${jsonOf(rule)}::jsonb
    WHERE id = ${id}::uuid`.execute(db);
};

export const markListDeleted = async (db: Database, id: ListId, now: Date): Promise<void> => {
  await db.updateTable('lists').set({ deleted_at: now }).where('id', '=', id).execute();
};

/** Adds those of the people to whom the owner may write. */
export const addMembers = async (
  tx: Database,
  { id, owner_id: ownerId }: ListRow,
  profileIds: readonly ProfileId[],
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO list_members (list_id, profile_id, added_at)
    SELECT ${id}::uuid, v.id, ${now}::timestamptz
    FROM (SELECT DISTINCT id FROM unnest(${profileIds}::uuid[]) w (id)) v
      CROSS JOIN (SELECT ${ownerId}::uuid AS owner) k
    WHERE v.id <> k.owner AND ${sql.raw(mayBeWrittenTo('k.owner', 'v.id'))}
    ORDER BY v.id
    ON CONFLICT DO NOTHING`.execute(tx);
};

export const removeMembers = async (
  tx: Database,
  id: ListId,
  profileIds: readonly ProfileId[],
): Promise<void> => {
  if (profileIds.length === 0) return;
  await tx
    .deleteFrom('list_members')
    .where('list_id', '=', id)
    .where('profile_id', 'in', profileIds)
    .execute();
};

/** By name, without those hidden from the owner. */
export const listMembers = async (
  db: Database,
  id: ListId,
  {
    requester,
    name,
    limit,
    offset,
  }: {
    requester: Requester;
    name: string | null;
    limit: number;
    offset: number;
  },
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM list_members m JOIN profiles p ON p.id = m.profile_id
      CROSS JOIN ${requesterRows([requester])}
    WHERE m.list_id = ${id}::uuid AND NOT ${sql.raw(hiddenFrom('p.id'))} AND ${nameContains(name)}
    ORDER BY p.display_name, p.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map((row) => row.id);
};

const anyOf = (parts: readonly Part[]) =>
  parts.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(parts.map(conditionOf), sql` OR `)})`;

/**
 * Which of these people are in the selection, by id: to whom the owner may write, and neither of
 * the two blocked the other. Places that the owner blocked leave out no person: the owner chooses
 * them, and could try one after the other until a list of one person is empty.
 */
export const selectedAmong = async (
  db: Database,
  people: readonly Requester[],
  {
    ownerId,
    include,
    exclude,
    now,
  }: {
    ownerId: ProfileId;
    include: readonly Part[];
    exclude: readonly Part[];
    now: Date;
  },
): Promise<ProfileId[]> => {
  if (people.length === 0) return [];
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT v.id FROM ${requesterRows(people)} CROSS JOIN (SELECT ${ownerId}::uuid AS owner,
      ${now}::timestamptz AS now) k
      JOIN profiles p ON p.id = v.id AND p.producer_stage <> 'suspended'
    WHERE ${anyOf(include)} AND NOT ${anyOf(exclude)}
      AND ${sql.raw(mayBeWrittenTo('k.owner', 'v.id'))}
        AND NOT ${sql.raw(hiddenFromPerson('k.owner'))}
    ORDER BY v.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Deletes their lists, and them from the lists of others. */
export const deleteListsOf = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await tx.deleteFrom('lists').where('owner_id', '=', profileId).execute();
  await tx.deleteFrom('list_members').where('profile_id', '=', profileId).execute();
};
