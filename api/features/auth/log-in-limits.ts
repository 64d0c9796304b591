// Rate limits of log-in attempts, by account, address and device, so that an attacker's guesses
// can't lock out the owner's own device.
import type { UserId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import type { LimitRule } from '../../platform/limits/port.ts';
import type { Ctx } from '../../context.ts';
import type { MarkedDevice } from './session/device.ts';

const WINDOW = { windowSeconds: 900 };
/**
 * On one account, from devices that never logged in to it: from one address, and from all addresses
 * together, so distributed guessing stays slow.
 */
const PER_ADDRESS: LimitRule = { limit: 10, ...WINDOW };
const PER_ACCOUNT: LimitRule = { limit: 100, ...WINDOW };
/** By one device on all accounts that it never logged in to. */
const PER_DEVICE: LimitRule = { limit: 30, ...WINDOW };
/**
 * By a device on an account that it has logged in to: only its own attempts count (OWASP: device
 * cookies).
 */
const PER_KNOWN_DEVICE: LimitRule = { limit: 10, ...WINDOW };

/** The account that a log-in attempt is for. */
export type LogInTarget = {
  /**
   * Null when there is no such account: then attempts are counted by the typed name, so the limits
   * look the same.
   */
  userId: UserId | null;
  typed: string;
  /** The owner logged in on this device before. */
  deviceKnown: boolean;
};

/**
 * Throws request.tooMany. A refused attempt is not counted by the limits after the one that refused
 * it.
 */
export const limitLogIn = async (
  { strictLimits }: Ctx,
  { userId, typed, deviceKnown }: LogInTarget,
  { address, mark, returned }: MarkedDevice,
): Promise<void> => {
  const account = userId ?? typed.toLowerCase();
  const tries: (readonly [string, LimitRule])[] = deviceKnown
    ? [[`login|${account}|device|${mark}`, PER_KNOWN_DEVICE]]
    : [
        [`login|${account}|${limitAddress(address)}`, PER_ADDRESS],
        // A device that sent no cookie has no attempts to count.
        ...(returned ? [[`login|device|${mark}`, PER_DEVICE] as const] : []),
        [`login|${account}`, PER_ACCOUNT],
      ];
  for (const [key, rule] of tries) {
    const { allowed, resetsInSeconds } = await strictLimits.take(key, rule);
    if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  }
};
