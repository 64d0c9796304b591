// Personal data archives: requested, built by a job, announced by email, and deleted after seven
// days.
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { PersonalData } from '../../feature.ts';
import { type ArchivePart, writeArchive } from '../../platform/archive/archive.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { drainDue } from '../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import {
  deleteExport,
  type ExportRow,
  exportsOf,
  failStale,
  listExpiredExports,
  insertExport,
  latestExport,
  loadExport,
  markReady,
  SWEEP_JOB,
} from './store.ts';

const RETENTION_MS = 7 * DAY_MS;
/** A queued export counts as failed after this time. */
const STALE_MS = DAY_MS;
const SWEEP_BATCH = 100;

type DataExport = DataInput<Routes['POST /exports']>;

const BUCKET = 'private';
export const keyOf = ({ id, profile_id: owner }: Pick<ExportRow, 'id' | 'profile_id'>): string =>
  `exports/${owner}/${id}.zip`;

const present = ({ id, state, requested_at, bytes, expires_at }: ExportRow): DataExport => ({
  id,
  state,
  requestedAt: requested_at.toISOString(),
  bytes: bytes === null ? null : Number(bytes),
  expiresAt: expires_at?.toISOString() ?? null,
});

export const viewExport = async (
  { db, clock }: Ctx,
  profileId: ProfileId,
): Promise<DataExport | null> => {
  const row = await latestExport(db, profileId);
  if (!row || (row.expires_at && row.expires_at <= clock.now())) return null;
  return present(row);
};

/** Throws export.underWay. */
export const requestExport = (
  { db, clock, jobs }: Ctx,
  profileId: ProfileId,
): Promise<DataExport> =>
  transaction(db, async (tx) => {
    const row = await insertExport(tx, { id: newId(), profileId, now: clock.now() });
    if (!row) throw new AppError('export.underWay');
    await jobs.enqueue(tx, 'exports.make', { exportId: row.id });
    return present(row);
  });

const readme = (locale: Locale, at: Date): ArchivePart => [
  {
    path: 'README.txt',
    content: async function* () {
      yield `${text(locale, 'export.readme', { date: at.toISOString() })}\n`;
    },
  },
];

/**
 * Run by the job. The archive is written to a local file first, because storage needs its length.
 */
export const buildExport = async (
  ctx: Ctx,
  { partsOf }: Pick<PersonalData, 'partsOf'>,
  exportId: string,
): Promise<void> => {
  const { db, clock, config, blobs, mail, accounts } = ctx;
  const row = await loadExport(db, exportId);
  if (row?.state !== 'queued') return;
  const owner = row.profile_id;
  const person = await accounts.contactOf(db, owner);
  if (!person) return;
  const folder = join(config.home, 'exports');
  const file = join(folder, `${exportId}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const now = clock.now();
    await writeArchive(file, [readme(person.locale, now), ...partsOf(owner)], now);
    const { size: bytes } = await stat(file);
    await blobs.put(
      BUCKET,
      keyOf(row),
      { stream: createReadStream(file), bytes },
      { contentType: 'application/zip' },
    );
    const wanted = await transaction(db, async (tx) => {
      if (
        !(await markReady(tx, exportId, {
          bytes,
          now,
          expiresAt: new Date(now.getTime() + RETENTION_MS),
        }))
      )
        return false;
      await mail.send(tx, {
        to: person.email,
        locale: person.locale,
        template: 'exportReady',
        params: { name: person.name, link: `${config.publicUrl}/settings/data` },
      });
      return true;
    });
    // The account was removed while the archive was built.
    if (!wanted) await blobs.delete(BUCKET, keyOf(row));
  } finally {
    await rm(file, { force: true });
  }
};

const remove = async (
  { db, blobs }: Ctx,
  row: Pick<ExportRow, 'id' | 'profile_id'>,
): Promise<void> => {
  // The blob first: if this fails half way, the row remains and the sweep retries.
  await blobs.delete(BUCKET, keyOf(row));
  await deleteExport(db, row.id);
};

/** Deletes archives that have expired or were replaced by a newer one. */
export const sweepExports = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  await failStale(ctx.db, new Date(now.getTime() - STALE_MS));
  await drainDue(
    ctx,
    {
      job: SWEEP_JOB,
      batch: SWEEP_BATCH,
      take: () => listExpiredExports(ctx.db, now, SWEEP_BATCH),
      idOf: ({ id }) => id,
    },
    (row) => remove(ctx, row),
  );
};

/** The person removed their account. */
export const eraseExportsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (const id of await exportsOf(ctx.db, profileId))
    await remove(ctx, { id, profile_id: profileId });
};

/** The owner's archive when it can be downloaded now; else null. */
export const readyExport = async (
  { db, clock }: Ctx,
  id: string,
  viewerId: ProfileId,
): Promise<ExportRow | null> => {
  const row = await loadExport(db, id);
  return row?.state === 'ready' &&
    row.profile_id === viewerId &&
    row.expires_at !== null &&
    row.expires_at > clock.now()
    ? row
    : null;
};
