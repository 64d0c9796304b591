// Logging in by domain name or email and password. An unknown account is answered as late and in
// the same words as a wrong password.
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Auth } from './create-auth.ts';
import { takeTry } from './log-in-tries.ts';
import { askForSecondFactor } from './second-factor/prove.ts';
import type { MarkedDevice } from './session/device.ts';
import { enterAgain, enterOn, hashOfMark } from './session/enter.ts';
import type { Opened } from './session/sessions.ts';
import { findCredentials } from './store.ts';

/** A known device's last use is exact to a day. */
const SEEN_EVERY_MS = 86_400_000;

/**
 * Opens a session. Throws auth.secondFactorRequired with the next step, auth.invalidCredentials
 * whatever was wrong, request.tooMany after too many tries.
 */
export const logIn = async (
  auth: Auth,
  { username, password }: { username: string; password: string },
  device: MarkedDevice,
): Promise<Opened> => {
  const { platform, passwords } = auth;
  const account = await findCredentials(platform.db, username, hashOfMark(device));
  const seenAt = account?.device_seen_at ?? null;
  await takeTry(
    platform,
    { userId: account?.id ?? null, typed: username, deviceKnown: seenAt !== null },
    device,
  );
  const right = await passwords.verify(account?.password_hash ?? null, password);
  if (!account || !right || account.blocked_at !== null)
    throw new AppError('auth.invalidCredentials');
  if (account.second_factor) throw await askForSecondFactor(platform, account.id);
  const seenLately =
    seenAt !== null && platform.clock.now().getTime() - seenAt.getTime() < SEEN_EVERY_MS;
  return seenLately
    ? enterAgain(platform, account.id, device)
    : transaction(platform.db, (tx) => enterOn(platform, tx, account.id, device));
};
