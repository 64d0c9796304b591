// Per-process dependencies of auth: the cache behind `authenticate`, the queue of password hashing,
// and the ledger that opens accounts of new profiles.
import type { Authenticate } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import { createPasswords } from './password/passwords.ts';
import type { Passwords } from './password/passwords.ts';
import { createAuthenticate } from './session/authenticate.ts';

export type Auth = {
  platform: Platform;
  passwords: Passwords;
  /** Opens the ledger accounts of each new profile, and reports a profile's balances. */
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
