// A ticket connects two calls of one log-in or ceremony: a signed token (JWT) for one purpose,
// valid once and for minutes, that needs no storage.
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';

const ALGORITHM = 'HS256';
const LIFETIME_SECONDS = 600;

export type TicketPurpose = 'logIn' | 'passkey.add' | 'passkey.prove' | 'identity.register';
/** `carried` is returned as it was passed in; the bearer can read it. */
type Claims = { subject: string; challenge?: string; carried?: string };
export const signTicket = async (
  { db, clock }: Ctx,
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
    .setExpirationTime(issued + LIFETIME_SECONDS)
    .sign(await installationSecret(db, 'auth.ticket'));
};

const verify = async ({ db, clock }: Ctx, purpose: TicketPurpose, ticket: string) => {
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

/** Subject and payload of a ticket, without consuming it. Throws token.invalid. */
export const readTicket = async (
  ctx: Ctx,
  purpose: TicketPurpose,
  ticket: string,
): Promise<{ subject: string; carried: string }> => {
  const { sub: subject = '', carried = '' } = await verify(ctx, purpose, ticket);
  return { subject, carried };
};

/**
 * Consumes a ticket; with a transaction, only when it commits. Throws token.invalid when it is
 * forged, for another purpose, expired or used.
 */
export const consumeTicket = async (
  ctx: Ctx,
  purpose: TicketPurpose,
  ticket: string,
  tx?: Transaction,
): Promise<{ subject: string; challenge: string }> => {
  const { sub: subject = '', jti = '', challenge = '' } = await verify(ctx, purpose, ticket);
  const { allowed } = await (tx ? ctx.strictLimits.in(tx) : ctx.strictLimits).take(
    `ticket|${jti}`,
    { limit: 1, windowSeconds: LIFETIME_SECONDS },
  );
  if (!allowed) throw new AppError('token.invalid');
  return { subject, challenge };
};
