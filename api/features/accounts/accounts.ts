// Contact data of accounts, for the emails of all features.
import type { ProfileId } from '@camarim/contract/ids';
import type { StaffRight } from '@camarim/contract/staff';
import type { Database } from '../../platform/database/database.ts';
import {
  adminContacts,
  confirmedContactsOf,
  type AdminContact,
  type Contact,
  contactOf,
  contactOfBlocked,
  isBlocked,
} from './store.ts';

export type Accounts = {
  /**
   * Contact data for emails; null for an unknown or blocked account, and for one without a usable
   * address.
   */
  contactOf(db: Database, profileId: ProfileId): Promise<Contact | null>;
  /** As `contactOf`, also of a blocked account: for the answer to who contests the block. */
  contactOfBlocked(db: Database, profileId: ProfileId): Promise<Contact | null>;
  /**
   * Contact data of many profiles, for emails that nothing depends on: also without those whose
   * address is not confirmed.
   */
  confirmedContactsOf(
    db: Database,
    profileIds: readonly ProfileId[],
  ): Promise<ReadonlyMap<ProfileId, Contact>>;
  /** Whether an administrator blocked the account; a removed one is not blocked. */
  isBlocked(db: Database, profileId: ProfileId): Promise<boolean>;
  /** All administrators with these rights whose accounts are not blocked. */
  adminContacts(db: Database, ...rights: readonly StaffRight[]): Promise<AdminContact[]>;
};

export const accounts: Accounts = {
  contactOf,
  contactOfBlocked,
  confirmedContactsOf,
  isBlocked,
  adminContacts,
};
