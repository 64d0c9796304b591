// Logging in by domain name or e-mail and password. An unknown account is answered as late and in the same words as a wrong password.
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Auth } from './create-auth.ts';
import { askForSecondFactor, hasSecondFactor } from './second-factor/prove.ts';
import { enterOn } from './session/enter.ts';
import type { MarkedDevice } from './session/enter.ts';
import type { TokenPair } from './session/sessions.ts';
import { findCredentials } from './store.ts';

/** Tries on one account, from one place and from everywhere: guessing stays slow, and nobody locks another person out alone. */
const TRIES_FROM_ONE_PLACE = { limit: 10, windowSeconds: 900 };
const TRIES_FROM_EVERYWHERE = { limit: 100, windowSeconds: 900 };

const takeTry = async ({ platform }: Auth, login: string, address: string): Promise<void> => {
  const account = login.toLowerCase();
  const place = await platform.limits.take(`login|${account}|${address}`, TRIES_FROM_ONE_PLACE);
  const all = place.allowed ? await platform.limits.take(`login|${account}`, TRIES_FROM_EVERYWHERE) : place;
  if (!all.allowed) throw new AppError('request.tooMany', { retryAfterSeconds: all.resetsInSeconds });
};

/** Opens a session. Throws auth.secondFactorRequired with the next step, auth.invalidCredentials whatever was wrong, request.tooMany after too many tries. */
export const logIn = async (auth: Auth, { username, password }: { username: string; password: string }, device: MarkedDevice): Promise<TokenPair> => {
  const { platform, passwords } = auth;
  await takeTry(auth, username, device.address);
  const account = await findCredentials(platform.db, username);
  const right = await passwords.verify(account?.password_hash ?? null, password);
  if (!account || !right || account.blocked_at !== null) throw new AppError('auth.invalidCredentials');
  if (await hasSecondFactor(platform, account.id)) throw await askForSecondFactor(platform, account.id);
  return transaction(platform.db, (tx) => enterOn(platform, tx, account.id, device));
};
