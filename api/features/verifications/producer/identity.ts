// A producer's verified identity, for payouts in their own name.
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { hashOfDocument, openPerson, sealContextOf } from '../secrets.ts';
import { insertProducerRequest, latestRequest } from '../store.ts';
import type { Person } from './rules.ts';

/**
 * Name and CPF of the approved request; null for a producer whom an operator approved without one.
 */
export const identityOf = async (
  { seal }: Ctx,
  db: Database,
  profileId: ProfileId,
): Promise<Pick<Person, 'fullName' | 'document'> | null> => {
  const row = await latestRequest(db, 'producer', profileId);
  const person = row?.stage === 'approved' ? openPerson<Person>({ seal }, row) : null;
  return person && { fullName: person.fullName, document: person.document };
};

/**
 * Inserts an approved request with this identity, for people of the demo, who submit no documents.
 */
export const insertApprovedIdentity = async (
  { seal, clock }: Ctx,
  db: Database,
  profileId: ProfileId,
  person: Person,
): Promise<void> => {
  const id = newId() as ProducerRequestId;
  await insertProducerRequest(db, {
    id,
    profileId,
    sealed: seal.seal(sealContextOf({ kind: 'producer', id }), person),
    documentHash: await hashOfDocument(db, 'producer', person.document),
    now: clock.now(),
    stage: 'approved',
  });
};
