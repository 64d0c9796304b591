// A producer's verified identity, for payouts in their own name.
import { createHmac, randomUUIDv7 } from 'node:crypto';
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { Database, DB } from '../../../platform/database/database.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requestSealContext } from './submit-request.ts';
import { insertApprovedRequest, latestRequest, type Person } from './store.ts';

/**
 * Name and CPF of the approved request; null for a producer whom an operator approved without one.
 */
export const identityOf = async (
  { seal }: Pick<Platform, 'seal'>,
  db: Kysely<DB>,
  profileId: ProfileId,
): Promise<Pick<Person, 'fullName' | 'document'> | null> => {
  const row = await latestRequest(db, profileId);
  if (row?.stage !== 'approved' || !row.sealed) return null;
  const { fullName, document } = seal.open<Person>(requestSealContext(row.id), row.sealed);
  return { fullName, document };
};

/**
 * Inserts an approved request with this identity, for people of the demo, who submit no documents.
 */
export const insertApprovedIdentity = async (
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
  await insertApprovedRequest(db, {
    id,
    profileId,
    sealed: seal.seal(requestSealContext(id), person),
    documentHash,
    now,
  });
};
