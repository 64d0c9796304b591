// Per-process dependencies of auth: the cache behind `authenticate`, the queue of password hashing,
// and the ledger that opens accounts of new profiles.
import type { Ctx } from '../../context.ts';
import type { Authenticate } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import { createPasswords, hashingCost } from './password/passwords.ts';
import type { Passwords } from './password/passwords.ts';
import { createAuthenticate } from './session/authenticate.ts';

export type Auth = {
  platform: Platform;
  passwords: Passwords;
  /** Opens the ledger accounts of each new profile, and reports a profile's balances. */
  ledger: Pick<Ledger, 'openAccounts' | 'holdingsIn'>;
  authenticate: Authenticate;
};

declare module '../../feature.ts' {
  interface Services {
    auth: Auth;
  }
}

/** One per process. */
export const createAuth = (ctx: Ctx): Auth => ({
  platform: ctx,
  passwords: createPasswords({ cost: hashingCost(ctx.config) }),
  ledger: ctx.ledger,
  authenticate: createAuthenticate(ctx),
});
