// A producer's verified identity, for payouts in their own name, and for what the same person
// publishes beside what others publish of them.
import type { PerformerId, ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { hashOfDocument, openPerson, sealContextOf } from '../secrets.ts';
import { type Person as Performer, performerById } from '../performers/store.ts';
import { approvedWithDocument, insertProducerRequest, latestRequest } from '../store.ts';
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

/** Approved producers who are the same person as the performer, which their CPF tells. */
export const producersWhoAre = async (
  { db, seal }: Pick<Ctx, 'db' | 'seal'>,
  id: PerformerId,
): Promise<ProfileId[]> => {
  const row = await performerById(db, id);
  const person = row && openPerson<Performer>({ seal }, row);
  if (!person) return [];
  return approvedWithDocument(db, await hashOfDocument(db, 'producer', person.document));
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
