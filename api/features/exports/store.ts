// SQL of personal data archives.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { notPostponed } from '../../platform/failing-items/store.ts';
import { isAccountUnderLegalHold } from '../access/index.ts';

export type ExportRow = {
  id: string;
  profile_id: ProfileId;
  state: 'queued' | 'ready' | 'failed';
  bytes: string | number | null;
  requested_at: Date;
  expires_at: Date | null;
};

const COLUMNS = ['id', 'profile_id', 'state', 'bytes', 'requested_at', 'expires_at'] as const;

/** Null when one is queued: a unique index decides. */
export const insertExport = async (
  tx: Database,
  { id, profileId, now }: { id: string; profileId: ProfileId; now: Date },
): Promise<ExportRow | null> => {
  const row = await tx
    .insertInto('data_exports')
    .values({ id, profile_id: profileId, requested_at: now })
    // A literal: with a parameter PostgreSQL can't match the partial index once it uses a generic
    // plan.
    .onConflict((conflict) =>
      conflict.column('profile_id').where('state', '=', sql.lit('queued')).doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
  return (row as unknown as ExportRow | undefined) ?? null;
};

export const latestExport = async (
  db: Database,
  profileId: ProfileId,
): Promise<ExportRow | null> => {
  const row = await db
    .selectFrom('data_exports')
    .select(COLUMNS)
    .where('profile_id', '=', profileId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as unknown as ExportRow | undefined) ?? null;
};

export const loadExport = async (db: Database, id: string): Promise<ExportRow | null> => {
  const row = await db
    .selectFrom('data_exports')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as unknown as ExportRow | undefined) ?? null;
};

/** False when the export was deleted or has failed. */
export const markReady = async (
  tx: Database,
  id: string,
  { bytes, now, expiresAt }: { bytes: number; now: Date; expiresAt: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('data_exports')
    .set({ state: 'ready', bytes, ready_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Marks exports that never finished as failed, so that they can be requested again. */
export const failStale = async (db: Database, askedBefore: Date): Promise<void> => {
  await db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', '=', 'queued')
    .where('requested_at', '<', askedBefore)
    .execute();
};

/** The name under which failed items are postponed. */
export const SWEEP_JOB = 'exports.sweep';

/** Expired exports, and those with a newer ready one, which no legal hold keeps. */
export const listExpiredExports = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<ExportRow[]> => {
  const rows = await db
    .selectFrom('data_exports as e')
    .select(['e.id', 'e.profile_id', 'e.state', 'e.bytes', 'e.requested_at', 'e.expires_at'])
    .where('e.state', '=', 'ready')
    .where(notPostponed(SWEEP_JOB, sql.ref('e.id'), now))
    .where(sql<boolean>`NOT ${sql.raw(isAccountUnderLegalHold('e.profile_id'))}`)
    .where((eb) =>
      eb.or([
        eb('e.expires_at', '<=', now),
        eb.exists(
          eb
            .selectFrom('data_exports as n')
            .select('n.id')
            .whereRef('n.profile_id', '=', 'e.profile_id')
            .where('n.state', '=', 'ready')
            .whereRef('n.requested_at', '>', 'e.requested_at'),
        ),
      ]),
    )
    .limit(limit)
    .execute();
  return rows as unknown as ExportRow[];
};

export const exportsOf = async (db: Database, profileId: ProfileId): Promise<string[]> =>
  (
    await db.selectFrom('data_exports').select('id').where('profile_id', '=', profileId).execute()
  ).map(({ id }) => id);

export const deleteExport = async (db: Database, id: string): Promise<void> => {
  await db.deleteFrom('data_exports').where('id', '=', id).execute();
};
