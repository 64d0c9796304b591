// A ticket carries a step over to the next call: signed, for one purpose, good once and for
// minutes. Nothing is stored.
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';

const ALGORITHM = 'HS256';
const LIVES_SECONDS = 600;

export type TicketPurpose = 'logIn' | 'passkey.add' | 'passkey.prove' | 'identity.register';
/** `carried` comes back as it was given; the bearer can read it. */
type Claims = { subject: string; challenge?: string; carried?: string };
type Using = Pick<Platform, 'db' | 'clock' | 'strictLimits'>;

export const signTicket = async (
  { db, clock }: Using,
  purpose: TicketPurpose,
  { subject, challenge, carried }: Claims,
): Promise<string> => {
  const issued = Math.floor(clock.now().getTime() / 1_000);
  return new SignJWT({
    ...(challenge !== undefined && { challenge }),
    ...(carried !== undefined && { carried }),
  })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(purpose)
    .setSubject(subject)
    .setJti(randomUUID())
    .setExpirationTime(issued + LIVES_SECONDS)
    .sign(await installationSecret(db, 'auth.ticket'));
};

const verify = async ({ db, clock }: Using, purpose: TicketPurpose, ticket: string) => {
  try {
    const secret = await installationSecret(db, 'auth.ticket');
    const { payload } = await jwtVerify<{ challenge?: string; carried?: string }>(ticket, secret, {
      algorithms: [ALGORITHM],
      audience: purpose,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new AppError('token.invalid');
    throw error;
  }
};

/** Whom a ticket is for, and what it carries, without using it up. Throws token.invalid. */
export const readTicket = async (
  platform: Using,
  purpose: TicketPurpose,
  ticket: string,
): Promise<{ subject: string; carried: string }> => {
  const { sub: subject = '', carried = '' } = await verify(platform, purpose, ticket);
  return { subject, carried };
};

/**
 * Uses a ticket up; with a transaction, only when that does not fail. Throws token.invalid when it
 * is not ours, for something else, too old or used.
 */
export const spendTicket = async (
  platform: Using,
  purpose: TicketPurpose,
  ticket: string,
  tx?: Transaction,
): Promise<{ subject: string; challenge: string }> => {
  const { sub: subject = '', jti = '', challenge = '' } = await verify(platform, purpose, ticket);
  const { allowed } = await (tx ? platform.strictLimits.in(tx) : platform.strictLimits).take(
    `ticket|${jti}`,
    { limit: 1, windowSeconds: LIVES_SECONDS },
  );
  if (!allowed) throw new AppError('token.invalid');
  return { subject, challenge };
};
