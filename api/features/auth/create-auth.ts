// What identity keeps at hand: the cache behind `authenticate`, the queue of password hashing, and
// the ledger of new profiles.
import type { Authenticate } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import { createPasswords } from './password/passwords.ts';
import type { Passwords } from './password/passwords.ts';
import { createAuthenticate } from './session/authenticate.ts';

export type Auth = {
  platform: Platform;
  passwords: Passwords;
  /** Opens the accounts of every new profile, and says what a profile holds. */
  ledger: Pick<Ledger, 'openAccounts' | 'holdingsIn'>;
  authenticate: Authenticate;
};

/** One per process. */
export const createAuth = (
  platform: Auth['platform'],
  {
    ledger,
    passwords = createPasswords(),
  }: Pick<Auth, 'ledger'> & Partial<Pick<Auth, 'passwords'>>,
): Auth => ({
  platform,
  passwords,
  ledger,
  authenticate: createAuthenticate(platform),
});
