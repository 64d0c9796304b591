// A person's phones and address: sealed at rest, opened for their owner.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Contacts, judgeContacts, NO_CONTACTS } from './rules.ts';
import { loadSealed, saveSealed } from './store.ts';

type Reading = Pick<Platform, 'db' | 'seal'>;

const placeOf = (profileId: ProfileId): string => `profile_contacts/${profileId}`;

/** Everything empty for somebody who gave nothing. */
export const openContacts = (
  seal: Platform['seal'],
  profileId: ProfileId,
  sealed: Buffer | null,
): Contacts =>
  sealed
    ? { ...NO_CONTACTS, ...seal.open<Partial<Contacts>>(placeOf(profileId), sealed) }
    : NO_CONTACTS;

export const loadContacts = async (
  { db, seal }: Reading,
  profileId: ProfileId,
): Promise<Contacts> => openContacts(seal, profileId, await loadSealed(db, profileId));

/** What is to be kept after the edits. Throws validate.* with every wrong field. */
export const checkedContacts = (before: Contacts, edits: Partial<Contacts>): Contacts => {
  const { contacts, faults } = judgeContacts(before, edits);
  const [first] = Object.values(faults);
  if (first)
    throw new AppError(Object.keys(faults).length === 1 ? first.code : 'validate.invalidRequest', {
      fields: faults,
    });
  return contacts;
};

/**
 * With the caller's transaction, which holds the profile's row: two edits at once follow each
 * other.
 */
export const writeContacts = async (
  { seal, clock }: Pick<Platform, 'seal' | 'clock'>,
  tx: Transaction,
  profileId: ProfileId,
  edits: Partial<Contacts>,
): Promise<void> => {
  const contacts = checkedContacts(await loadContacts({ db: tx, seal }, profileId), edits);
  await saveSealed(tx, profileId, seal.seal(placeOf(profileId), contacts), clock.now());
};

/**
 * Adds to a profile what it does not say itself: the phone, and the address as a whole. A part that
 * is no valid one is left out. With the caller's transaction, which holds the profile's row.
 */
export const completeContacts = async (
  { seal, clock }: Pick<Platform, 'seal' | 'clock'>,
  tx: Transaction,
  profileId: ProfileId,
  { celphone = '', ...address }: Partial<Contacts>,
): Promise<void> => {
  const before = await loadContacts({ db: tx, seal }, profileId);
  const hasAddress = [before.addressLineOne, before.street, before.city, before.zip].some(
    (part) => part !== '',
  );
  let contacts = before;
  for (const edits of [before.celphone === '' ? { celphone } : {}, hasAddress ? {} : address]) {
    const judged = judgeContacts(contacts, edits);
    if (Object.keys(judged.faults).length === 0) contacts = judged.contacts;
  }
  await saveSealed(tx, profileId, seal.seal(placeOf(profileId), contacts), clock.now());
};
