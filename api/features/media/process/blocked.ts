// What was taken down must not come back: pictures and frames are compared with the hashes of
// those.
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { resemblesBlocked } from '../play/play-store.ts';

/** Throws upload.blocked when one of the hashes is that of something taken down. */
export const refuseBlocked = async (db: Kysely<DB>, hashes: readonly bigint[]): Promise<void> => {
  if (await resemblesBlocked(db, hashes)) throw new AppError('upload.blocked');
};
