// Per-process state of auth: the cache behind `authenticate`, and the queue of password hashing.
import type { Ctx } from '../../context.ts';
import type { Authenticate } from '../../platform/http/viewer.ts';
import { createPasswords, hashingCost } from './password/passwords.ts';
import type { Passwords } from './password/passwords.ts';
import { createAuthenticate } from './session/authenticate.ts';

export type Auth = {
  ctx: Ctx;
  passwords: Passwords;
  authenticate: Authenticate;
};

declare module '../../feature.ts' {
  interface Services {
    auth: Auth;
  }
}

/** One per process. */
export const createAuth = (ctx: Ctx): Auth => ({
  ctx,
  passwords: createPasswords({ cost: hashingCost(ctx.config) }),
  authenticate: createAuthenticate(ctx),
});
