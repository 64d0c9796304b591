// Contact data of accounts, for the emails of all features.
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import { adminContacts, type Contact, contactOf } from './store.ts';

export type Accounts = {
  /**
   * Contact data for emails; null for an unknown or blocked account, and for one without a usable
   * address.
   */
  contactOf(db: Kysely<DB>, profileId: ProfileId): Promise<Contact | null>;
  /** Of every administrator whose account is not blocked. */
  adminContacts(db: Kysely<DB>): Promise<Contact[]>;
};

export const accounts: Accounts = { contactOf, adminContacts };
