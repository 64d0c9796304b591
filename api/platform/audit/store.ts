// The administrators' log in the database; a trigger refuses every change of it.
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../database/database.ts';
import type { Act, AdminAction } from './audit.ts';

type Db = Kysely<DB>;

export const insertAct = async (tx: Db, { adminId, action, profileId, subjectId, reason, now }: Act): Promise<void> => {
  await tx
    .insertInto('admin_log')
    .values({ admin_profile_id: adminId, action, profile_id: profileId, subject_id: subjectId ?? null, reason: reason ?? '', created_at: now })
    .execute();
};

export type ActRow = { id: number; admin_profile_id: ProfileId | null; action: AdminAction; profile_id: ProfileId | null; subject_id: string | null; reason: string; created_at: Date };

/** Newest first; `profileId` asks for what was done on one person. */
export const listActs = async (db: Db, { profileId, limit, offset }: { profileId?: ProfileId | undefined; limit: number; offset: number }): Promise<ActRow[]> => {
  const rows = await db
    .selectFrom('admin_log')
    .selectAll()
    .$if(profileId !== undefined, (query) => query.where('profile_id', '=', profileId ?? null))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as unknown as ActRow[];
};
