// The names of buyers in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** The names of the profiles that exist. */
export const namesOf = async (
  db: Database,
  ids: readonly ProfileId[],
): Promise<{ id: ProfileId; domain_name: string }[]> => {
  const { rows } = await sql<{ id: ProfileId; domain_name: string }>`
    SELECT id, domain_name::text AS domain_name FROM profiles
      WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
};
