// Versions of the limits against fraud that the team set: never changed, each with those that
// differ from the operator's settings.
import type { FraudSettings } from '@camarim/contract/features/fraud/settings';
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../database/database.ts';

export type VersionRow = {
  version: number;
  settings: Partial<FraudSettings>;
  changed_by: ProfileId;
  reason: string;
  created_at: Date;
};

/** Newest first. */
export const listVersions = async (db: Database, limit: number): Promise<VersionRow[]> => {
  const rows = await db
    .selectFrom('fraud_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as VersionRow[];
};

export const newestVersion = async (db: Database): Promise<VersionRow | null> =>
  (await listVersions(db, 1))[0] ?? null;

export const insertVersion = async (
  tx: Database,
  { settings, created_at, ...row }: VersionRow,
): Promise<void> => {
  await tx
    .insertInto('fraud_settings')
    .values({ ...row, settings: JSON.stringify(settings), created_at })
    .execute();
};
