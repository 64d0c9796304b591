// The queue of all open work as one person sees it: row -> wire.
import type { Routes } from '@camarim/contract';
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Services } from '../../feature.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { pageOf } from '../../platform/http/cursor.ts';
import type { Ctx } from '../../context.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import type { WorkReader } from './policy.ts';
import { countItems, type Cursor, type ItemRow, listItems } from './store.ts';

type Todo = DataInput<Routes['GET /dsb/todo']>;
export type TodoItem = Todo['items'][number];

const cursorFrom = (text: string): Cursor => {
  const [due = '', kind = '', ...id] = text.split('.');
  return { due: new Date(Number(due)), kind, id: id.join('.') };
};

const cursorOf = ({ due, kind, id }: ItemRow): string => `${due.getTime()}.${kind}.${id}`;

const present = (
  row: ItemRow,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
  adminId: ProfileId,
): TodoItem => {
  const person = (id: ProfileId | null) => (id === null ? null : (people.get(id) ?? null));
  const holder = person(row.claimed_by);
  return {
    kind: row.kind,
    id: row.id,
    since: row.since.toISOString(),
    dueAt: row.due.toISOString(),
    hasDeadline: row.has_deadline,
    about: person(row.about),
    assignee: person(row.assigned_to),
    claim:
      holder && row.claimed_until
        ? {
            by: holder,
            until: row.claimed_until.toISOString(),
            mine: row.claimed_by === adminId,
          }
        : null,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
  };
};

export const presentItems = async (
  ctx: Ctx,
  rows: readonly ItemRow[],
  adminId: ProfileId,
): Promise<TodoItem[]> => {
  const people = await summarise(ctx, [
    ...new Set(
      rows.flatMap((row) =>
        [row.about, row.assigned_to, row.claimed_by].filter((id) => id !== null),
      ),
    ),
  ]);
  return rows.map((row) => present(row, people, adminId));
};

const countsOf = (
  kinds: readonly OpenWorkKind[],
  counted: Awaited<ReturnType<typeof countItems>>,
): Todo['counts'] =>
  OPEN_WORK.filter((kind) => kinds.includes(kind)).map(
    (kind) => counted.find((one) => one.kind === kind) ?? { kind, waiting: 0, late: 0 },
  );

export const viewTodo = async (
  ctx: Ctx,
  { openWork }: Services,
  { adminId, kinds }: Allowed<WorkReader>,
  { kind, whose, snoozed, limit, cursor }: QueryOf<Routes['GET /dsb/todo']>,
): Promise<Todo> => {
  const now = ctx.clock.now();
  const filter = {
    kinds: kinds.filter((one) => kind === undefined || one === kind),
    adminId,
    whose,
    snoozed,
    after: cursor === undefined ? null : cursorFrom(cursor),
    limit: limit + 1,
  };
  const [rows, counted] = await Promise.all([
    listItems(ctx.db, openWork, filter, now),
    countItems(ctx.db, openWork, { kinds, adminId }, now),
  ]);
  const { page, cursor: next } = pageOf(rows, limit, cursorOf);
  return {
    items: await presentItems(ctx, page, adminId),
    cursor: next,
    counts: countsOf(kinds, counted),
  };
};
