// Who a producer is by their documents, for what is done only in a person's own name: being paid.
import { createHmac, randomUUIDv7 } from 'node:crypto';
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { Database, DB } from '../../../platform/database/database.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sealedPlace } from './ask.ts';
import { insertApproved, latestRequest, type Person } from './store.ts';

/**
 * Name and CPF of the approved request; null for somebody who was let in without one, by an
 * operator.
 */
export const identityOf = async (
  { seal }: Pick<Platform, 'seal'>,
  db: Kysely<DB>,
  profileId: ProfileId,
): Promise<Pick<Person, 'fullName' | 'document'> | null> => {
  const row = await latestRequest(db, profileId);
  if (row?.stage !== 'approved' || !row.sealed) return null;
  const { fullName, document } = seal.open<Person>(sealedPlace(row.id), row.sealed);
  return { fullName, document };
};

/**
 * Puts somebody's documents on record without a request of theirs, approved: the people of the demo
 * have none to send.
 */
export const vouchFor = async (
  { seal, clock }: Pick<Platform, 'seal' | 'clock'>,
  db: Database,
  profileId: ProfileId,
  person: Person,
): Promise<void> => {
  const id = randomUUIDv7() as ProducerRequestId;
  const documentHash = createHmac('sha256', await installationSecret(db, 'producer.document'))
    .update(person.document)
    .digest();
  const now = clock.now();
  await insertApproved(db, {
    id,
    profileId,
    sealed: seal.seal(sealedPlace(id), person),
    documentHash,
    now,
  });
};
