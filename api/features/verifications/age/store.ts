// SQL of age verification requests.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import { type ArchiveFile, jsonFile } from '../../../platform/archive/archive.ts';
import type { DB } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';

type Db = Kysely<DB>;

export type AgeRequestRow = {
  id: string;
  profile_id: ProfileId;
  stage: 'requested' | 'verified' | 'refused';
  requested_at: Date;
  reason: string;
};

const COLUMNS = ['id', 'profile_id', 'stage', 'requested_at', 'reason'] as const;

/** False when a request is open: a unique index decides. */
export const insertAgeRequest = async (
  tx: Db,
  { id, profileId, now }: { id: string; profileId: ProfileId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('age_requests')
    .values({ id, profile_id: profileId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const latestAgeRequest = async (
  db: Db,
  profileId: ProfileId,
): Promise<AgeRequestRow | null> => {
  const row = await db
    .selectFrom('age_requests')
    .select(COLUMNS)
    .where('profile_id', '=', profileId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as AgeRequestRow | undefined) ?? null;
};

export const ageRequestExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('age_requests').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** The longest waiting first. */
export const listAgeRequests = async (
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<AgeRequestRow[]> => {
  const rows = await db
    .selectFrom('age_requests')
    .select(COLUMNS)
    .where('stage', '=', 'requested')
    .orderBy('requested_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as AgeRequestRow[];
};

/** Returns the applicant; null when it was decided before. */
export const decideAgeRequest = async (
  tx: Db,
  {
    id,
    stage,
    reason,
    adminId,
    now,
  }: { id: string; stage: 'verified' | 'refused'; reason: string; adminId: ProfileId; now: Date },
): Promise<ProfileId | null> => {
  const row = await tx
    .updateTable('age_requests')
    .set({ stage, reason, decided_by: adminId, decided_at: now })
    .where('id', '=', id)
    .where('stage', '=', 'requested')
    .returning('profile_id')
    .executeTakeFirst();
  return (row?.profile_id as ProfileId | undefined) ?? null;
};

export const exportAgeOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('account/age.json', async () => {
    const { rows: verified } =
      await sql`SELECT verified_at AS "verifiedAt" FROM age_verifications WHERE profile_id = ${profileId}::uuid`.execute(
        db,
      );
    const { rows: requests } =
      await sql`SELECT stage, requested_at AS "requestedAt", decided_at AS "decidedAt", reason FROM age_requests WHERE profile_id = ${profileId}::uuid ORDER BY requested_at`.execute(
        db,
      );
    return { verified, requests };
  }),
];
