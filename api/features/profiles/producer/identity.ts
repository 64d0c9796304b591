// Who a producer is by their documents, for what is done only in a person's own name: being paid.
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sealedPlace } from './ask.ts';
import { latestRequest, type Person } from './store.ts';

/** Name and CPF of the approved request; null for somebody who was let in without one, by an operator. */
export const identityOf = async ({ seal }: Pick<Platform, 'seal'>, db: Kysely<DB>, profileId: ProfileId): Promise<Pick<Person, 'fullName' | 'document'> | null> => {
  const row = await latestRequest(db, profileId);
  if (row?.stage !== 'approved' || !row.sealed) return null;
  const { fullName, document } = seal.open<Person>(sealedPlace(row.id), row.sealed);
  return { fullName, document };
};
