// One-time codes: six digits from an authenticator app (TOTP, RFC 6238), and recovery codes.
import { randomBytes } from 'node:crypto';
import type { UserId } from '@camarim/contract/ids';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import {
  loadTotpSecret,
  upsertTotpSecret,
  replaceRecoveryCodes,
  deleteRecoveryCode,
  consumeTotpStep,
} from './factor-store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

const SECRET_BYTES = 20;
/** Accepted clock difference of phones, in steps of 30 seconds. */
const STEPS_ASIDE = 1;
const RECOVERY_CODES = 10;
/** 80 bits of entropy can't be guessed, so a plain hash is enough. */
const RECOVERY_BYTES = 10;

const sealContextOf = (userId: UserId): string => `totp_secrets/${userId}`;

const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: 'Camarim', label, secret });

/**
 * Stores a new secret that is not confirmed yet. Throws secondFactor.exists when a confirmed one
 * exists.
 */
export const beginTotp = async (
  { clock, seal }: Ctx,
  tx: Transaction,
  userId: UserId,
  label: string,
): Promise<{ secret: string; uri: string }> => {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const sealed = seal.seal(sealContextOf(userId), { secret: secret.base32 });
  if (!(await upsertTotpSecret(tx, userId, sealed, clock.now())))
    throw new AppError('secondFactor.exists');
  return { secret: secret.base32, uri: totpOf(secret, label).toString() };
};

/**
 * Whether the code is valid now, for the confirmed secret or, with `confirmed` false, for the one
 * that waits for confirmation. Each code works once.
 */
export const consumeTotpCode = async (
  { clock, seal }: Ctx,
  tx: Transaction,
  userId: UserId,
  code: string,
  confirmed = true,
): Promise<boolean> => {
  const sealed = await loadTotpSecret(tx, userId, confirmed);
  if (!sealed) return false;
  const { secret } = seal.open<{ secret: string }>(sealContextOf(userId), sealed);
  const now = clock.now();
  const aside = totpOf(Secret.fromBase32(secret), '').validate({
    token: code,
    window: STEPS_ASIDE,
    timestamp: now.getTime(),
  });
  if (aside === null) return false;
  return consumeTotpStep(tx, userId, TOTP.counter({ timestamp: now.getTime() }) + aside, now);
};

const readable = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
const hashOf = (code: string): Buffer => hashToken(plain(code));

/** Replaces all recovery codes by ten new ones. */
export const renewRecoveryCodes = async (tx: Transaction, userId: UserId): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    readable(new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32),
  );
  await replaceRecoveryCodes(tx, userId, codes.map(hashOf));
  return codes;
};

export const consumeRecoveryCode = (
  tx: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> => deleteRecoveryCode(tx, userId, hashOf(code));
