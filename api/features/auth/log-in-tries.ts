// How often a password may be tried: by account, place and device, so that nobody's guesses lock
// out the owner's own device.
import type { UserId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import type { LimitRule } from '../../platform/limits/port.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MarkedDevice } from './session/device.ts';

const A_WHILE = { windowSeconds: 900 };
/**
 * On one account. The second holds for strangers' devices together: guessing stays slow wherever it
 * comes from.
 */
const FROM_ONE_PLACE: LimitRule = { limit: 10, ...A_WHILE };
const FROM_EVERYWHERE: LimitRule = { limit: 100, ...A_WHILE };
/** By one device, on accounts that it never logged in to. */
const ON_ALL_ACCOUNTS: LimitRule = { limit: 30, ...A_WHILE };
/**
 * By a device on an account that it did log in to: only its own tries count (OWASP: device
 * cookies).
 */
const FROM_OWN_DEVICE: LimitRule = { limit: 10, ...A_WHILE };

/** What a password is tried on. */
export type Target = {
  /**
   * Null when there is no such account: then what was typed is counted, so that it looks the same.
   */
  userId: UserId | null;
  typed: string;
  /** The owner logged in on this device before. */
  deviceKnown: boolean;
};

/** Throws request.tooMany. A refused try costs nothing anywhere after the limit that refused it. */
export const takeTry = async (
  { strictLimits }: Pick<Platform, 'strictLimits'>,
  { userId, typed, deviceKnown }: Target,
  { address, mark, returned }: MarkedDevice,
): Promise<void> => {
  const account = userId ?? typed.toLowerCase();
  const tries: (readonly [string, LimitRule])[] = deviceKnown
    ? [[`login|${account}|device|${mark}`, FROM_OWN_DEVICE]]
    : [
        [`login|${account}|${limitAddress(address)}`, FROM_ONE_PLACE],
        // A mark that was made just now has no past to count.
        ...(returned ? [[`login|device|${mark}`, ON_ALL_ACCOUNTS] as const] : []),
        [`login|${account}`, FROM_EVERYWHERE],
      ];
  for (const [key, rule] of tries) {
    const { allowed, resetsInSeconds } = await strictLimits.take(key, rule);
    if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  }
};
