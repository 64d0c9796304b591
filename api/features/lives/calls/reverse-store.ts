// The agreement on the watcher's own picture in a private show, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Sets who asked for the reverse picture, and since when both agree. */
export const setReverse = async (
  tx: Database,
  id: LiveId,
  { askedBy, since }: { askedBy: ProfileId | null; since: Date | null },
): Promise<void> => {
  await sql`UPDATE lives SET reverse_asked_by = ${askedBy}::uuid, reverse_since = ${since}
    WHERE id = ${id}::uuid AND ended_at IS NULL`.execute(tx);
};
