// Log-in by domain name or email and password. The reply for an unknown account has the same text
// and timing as that for a wrong password.
import { DAY_MS } from '@camarim/contract/time';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Auth } from './create-auth.ts';
import { limitLogIn } from './log-in-limits.ts';
import { secondFactorRequired } from './second-factor/step-up.ts';
import { hashOfMark, type MarkedDevice } from './session/device.ts';
import { openKnownDeviceSession, openDeviceSession } from './session/device-session.ts';
import type { OpenedSession } from './session/sessions.ts';
import { findCredentials } from './store.ts';

/** A known device's last use is written once a day at most. */
const DEVICE_SEEN_INTERVAL_MS = DAY_MS;

/**
 * Opens a session. Throws auth.secondFactorRequired with the next step, auth.invalidCredentials for
 * every other reason, request.tooMany after too many attempts.
 */
export const logIn = async (
  auth: Auth,
  { username, password }: { username: string; password: string },
  device: MarkedDevice,
): Promise<OpenedSession> => {
  const { ctx, passwords } = auth;
  const account = await findCredentials(ctx.db, username, hashOfMark(device));
  const seenAt = account?.device_seen_at ?? null;
  await limitLogIn(
    ctx,
    { userId: account?.id ?? null, typed: username, deviceKnown: seenAt !== null },
    device,
  );
  const right = await passwords.verify(account?.password_hash ?? null, password);
  if (!account || !right || account.blocked_at !== null)
    throw new AppError('auth.invalidCredentials');
  if (account.second_factor) throw await secondFactorRequired(ctx, account.id);
  const seenRecently =
    seenAt !== null && ctx.clock.now().getTime() - seenAt.getTime() < DEVICE_SEEN_INTERVAL_MS;
  return seenRecently
    ? openKnownDeviceSession(ctx, account.id, device)
    : transaction(ctx.db, (tx) => openDeviceSession(ctx, tx, account.id, device));
};
