// Codes: six digits from an app (TOTP, RFC 6238), and recovery codes on paper.
import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@camarim/contract/ids';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  loadTotpSecret,
  putTotpSecret,
  replaceRecoveryCodes,
  takeRecoveryCode,
  spendTotpStep,
} from './factor-store.ts';

const SECRET_BYTES = 20;
/** Phones' clocks are wrong by less than this many steps of 30 seconds. */
const STEPS_ASIDE = 1;
const RECOVERY_CODES = 10;
/** 80 bits: beyond guessing, so a plain hash will do. */
const RECOVERY_BYTES = 10;

const placeOf = (userId: UserId): string => `totp_secrets/${userId}`;

const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: 'Camarim', label, secret });

/** A new secret, not in force yet. Throws secondFactor.exists when another one is. */
export const beginTotp = async (
  { clock, seal }: Platform,
  tx: Transaction,
  userId: UserId,
  label: string,
): Promise<{ secret: string; uri: string }> => {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const sealed = seal.seal(placeOf(userId), { secret: secret.base32 });
  if (!(await putTotpSecret(tx, userId, sealed, clock.now())))
    throw new AppError('secondFactor.exists');
  return { secret: secret.base32, uri: totpOf(secret, label).toString() };
};

/**
 * Whether the digits are right now, for the secret in force or, with `confirmed` false, for the one
 * that is to be. Each works once.
 */
export const spendTotpCode = async (
  { clock, seal }: Platform,
  tx: Transaction,
  userId: UserId,
  code: string,
  confirmed = true,
): Promise<boolean> => {
  const sealed = await loadTotpSecret(tx, userId, confirmed);
  if (!sealed) return false;
  const { secret } = seal.open<{ secret: string }>(placeOf(userId), sealed);
  const now = clock.now();
  const aside = totpOf(Secret.fromBase32(secret), '').validate({
    token: code,
    window: STEPS_ASIDE,
    timestamp: now.getTime(),
  });
  if (aside === null) return false;
  return spendTotpStep(tx, userId, TOTP.counter({ timestamp: now.getTime() }) + aside, now);
};

const readable = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
const hashOf = (code: string): Buffer => createHash('sha256').update(plain(code)).digest();

/** Ten new codes in the place of all others. */
export const renewRecoveryCodes = async (tx: Transaction, userId: UserId): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    readable(new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32),
  );
  await replaceRecoveryCodes(tx, userId, codes.map(hashOf));
  return codes;
};

export const spendRecoveryCode = (
  tx: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> => takeRecoveryCode(tx, userId, hashOf(code));
