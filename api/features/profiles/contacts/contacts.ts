// A person's phones and address: encrypted at rest, decrypted for their owner.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Contacts, checkContacts, NO_CONTACTS } from './rules.ts';
import { loadSealed, saveSealed } from './store.ts';

const sealContextOf = (profileId: ProfileId): string => `profile_contacts/${profileId}`;

/** All fields are empty for a person without contact data. */
export const openContacts = (
  seal: Platform['seal'],
  profileId: ProfileId,
  sealed: Buffer | null,
): Contacts =>
  sealed
    ? { ...NO_CONTACTS, ...seal.open<Partial<Contacts>>(sealContextOf(profileId), sealed) }
    : NO_CONTACTS;

export const loadContacts = async (
  { db, seal }: Pick<Ctx, 'db' | 'seal'>,
  profileId: ProfileId,
): Promise<Contacts> => openContacts(seal, profileId, await loadSealed(db, profileId));

/** The contact data after the edits. Throws validate.* with every wrong field. */
export const validateContacts = (before: Contacts, edits: Partial<Contacts>): Contacts => {
  const { contacts, faults } = checkContacts(before, edits);
  const [first] = Object.values(faults);
  if (first)
    throw new AppError(Object.keys(faults).length === 1 ? first.code : 'validate.invalidRequest', {
      fields: faults,
    });
  return contacts;
};

/**
 * In the caller's transaction, which has locked the profile's row, so that concurrent edits run one
 * after the other.
 */
export const writeContacts = async (
  { seal, clock }: Ctx,
  tx: Transaction,
  profileId: ProfileId,
  edits: Partial<Contacts>,
): Promise<void> => {
  const contacts = validateContacts(await loadContacts({ db: tx, seal }, profileId), edits);
  await saveSealed(tx, profileId, seal.seal(sealContextOf(profileId), contacts), clock.now());
};

/**
 * Fills in what the profile lacks: the phone, and the address as a whole. Invalid parts are
 * skipped. In the caller's transaction, which has locked the profile's row.
 */
export const completeContacts = async (
  { seal, clock }: Ctx,
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
    const judged = checkContacts(contacts, edits);
    if (Object.keys(judged.faults).length === 0) contacts = judged.contacts;
  }
  await saveSealed(tx, profileId, seal.seal(sealContextOf(profileId), contacts), clock.now());
};
