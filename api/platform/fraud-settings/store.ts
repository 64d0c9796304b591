// Versions of the limits against fraud that the team set: never changed, each with those that differ from
// the operator's settings.
import type { FraudSettings } from '@camarim/contract/features/fraud/settings';
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../database/database.ts';

type Db = Kysely<DB>;

export type VersionRow = {
  version: number;
  settings: Partial<FraudSettings>;
  changed_by: ProfileId;
  reason: string;
  created_at: Date;
};

/** Newest first. */
export const listVersions = async (db: Db, limit: number): Promise<VersionRow[]> => {
  const rows = await db
    .selectFrom('fraud_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as VersionRow[];
};

export const newestVersion = async (db: Db): Promise<VersionRow | null> =>
  (await listVersions(db, 1))[0] ?? null;

export const insertVersion = async (
  tx: Db,
  { settings, created_at, ...row }: VersionRow,
): Promise<void> => {
  await tx
    .insertInto('fraud_settings')
    .values({ ...row, settings: JSON.stringify(settings), created_at })
    .execute();
};
