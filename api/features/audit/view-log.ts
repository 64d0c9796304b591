// The audit log for administrators who read it: searched page by page, exported, and checked.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { csvCell } from '../../platform/archive/archive.ts';
import { actText } from '../../platform/audit/act-text.ts';
import { AUDIT_CHAIN, checkChain, reasonFor, recordAct } from '../../platform/audit/audit.ts';
import { spanOfDay } from '../../platform/clock/days.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { pageOf } from '../../platform/http/cursor.ts';
import type { Ctx } from '../../context.ts';
import type { AuditReader } from './policy.ts';
import { type AuditFilter, type AuditRow, listEntries, namesOf, profileNamed } from './store.ts';

type Query = QueryOf<Routes['GET /dsb/audit']>;
type ExportQuery = QueryOf<Routes['GET /dsb/audit/export']>;
type Entry = DataInput<Routes['GET /dsb/audit']>[number];
type Filters = Omit<ExportQuery, 'format'>;

/** Null when the named person does not exist, so that no entry can be about them. */
const filterOf = async (
  ctx: Ctx,
  { readsAll }: AuditReader,
  { search, person, action, views, from, to }: Filters,
): Promise<AuditFilter | null> => {
  const named = person?.replace(/^@/, '') ?? '';
  const profileId = named === '' ? null : await profileNamed(ctx.db, named);
  if (named !== '' && profileId === null) return null;
  return {
    search: search || null,
    readsAll,
    profileId,
    action: action || null,
    views,
    since: from === undefined ? null : spanOfDay(from).from,
    until: to === undefined ? null : spanOfDay(to).to,
  };
};

const namesIn = (ctx: Ctx, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> =>
  namesOf(ctx.db, [
    ...new Set(rows.flatMap(({ admin, profile }) => [admin ?? [], profile ?? []].flat())),
  ]);

const personOf = (id: string | null, names: ReadonlyMap<string, string>): Entry['admin'] =>
  id === null ? null : { id: id as ProfileId, domainName: names.get(id) ?? '' };

const present = (
  reader: AuditReader,
  row: AuditRow,
  names: ReadonlyMap<string, string>,
  locale: Locale,
): Entry => ({
  id: row.id,
  place: row.place,
  at: new Date(row.at).toISOString(),
  admin: personOf(row.admin, names),
  action: row.action,
  text: actText(locale, row.action),
  profile: personOf(row.profile, names),
  subject: row.subject,
  reason: reasonFor(reader, row),
  hash: row.hash,
});

export const viewLog = async (
  ctx: Ctx,
  reader: Allowed<AuditReader>,
  { limit, before, ...filters }: Query,
  locale: Locale,
): Promise<{ data: Entry[]; cursor: string | null }> => {
  const filter = await filterOf(ctx, reader, filters);
  if (!filter) return { data: [], cursor: null };
  const rows = await listEntries(ctx.db, filter, {
    limit: limit + 1,
    before: before === undefined ? null : Number(before),
  });
  const { page, cursor } = pageOf(rows, limit, ({ place }) => String(place));
  const names = await namesIn(ctx, page);
  return {
    data: page.map((row) => present(reader, row, names, locale)),
    cursor,
  };
};

const BATCH = 500;

async function* batches(ctx: Ctx, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  for (let after = 0; ;) {
    const rows = await listEntries(ctx.db, filter, { limit: BATCH, after });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.place ?? after;
  }
}

const COLUMNS = [
  'place',
  'id',
  'at',
  'admin',
  'adminName',
  'action',
  'profile',
  'profileName',
  'subject',
  'reason',
  'previous',
  'hash',
] as const;

type Line = Record<(typeof COLUMNS)[number], string | number | null>;

const lineOf = (reader: AuditReader, row: AuditRow, names: ReadonlyMap<string, string>): Line => ({
  ...row,
  reason: reasonFor(reader, row),
  adminName: row.admin && (names.get(row.admin) ?? null),
  profileName: row.profile && (names.get(row.profile) ?? null),
});

const SPELLINGS: Record<ExportQuery['format'], { head: string; line: (line: Line) => string }> = {
  ndjson: {
    head: '',
    line: (line) =>
      `${JSON.stringify(Object.fromEntries(COLUMNS.map((key) => [key, line[key]])))}\n`,
  },
  csv: {
    head: `${COLUMNS.join(',')}\r\n`,
    line: (line) => `${COLUMNS.map((key) => csvCell(line[key])).join(',')}\r\n`,
  },
};

/** Oldest first. The export is an entry itself, which is the last one of the file. */
export async function* exportLog(
  ctx: Ctx,
  reader: Allowed<AuditReader>,
  { format, ...filters }: ExportQuery,
): AsyncGenerator<string> {
  await transaction(ctx.db, (tx) =>
    recordAct(tx, {
      adminId: reader.adminId,
      action: 'audit.exported',
      profileId: null,
      reason: JSON.stringify({ format, ...filters }),
      now: ctx.clock.now(),
    }),
  );
  const { head, line } = SPELLINGS[format];
  if (head !== '') yield head;
  const filter = await filterOf(ctx, reader, filters);
  if (!filter) return;
  for await (const rows of batches(ctx, filter)) {
    const names = await namesIn(ctx, rows);
    yield rows.map((row) => line(lineOf(reader, row, names))).join('');
  }
}

export const checkLog = async (
  ctx: Ctx,
  { adminId }: Allowed<AuditReader>,
): Promise<DataInput<Routes['POST /dsb/audit/check']>> => {
  const { entries, hash, broken } = await checkChain(ctx.db, AUDIT_CHAIN);
  await transaction(ctx.db, (tx) =>
    recordAct(tx, {
      adminId,
      action: 'audit.checked',
      profileId: null,
      reason: broken ? `${broken.problem} at ${broken.place}` : `${entries} entries in order`,
      now: ctx.clock.now(),
    }),
  );
  const found = broken?.entry;
  return {
    entries,
    hash,
    broken: broken && {
      problem: broken.problem,
      place: broken.place,
      entry: found ? { id: found.id, at: found.at, action: found.action } : null,
    },
  };
};
