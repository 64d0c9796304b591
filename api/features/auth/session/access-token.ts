// The short-lived access token: a JWT (HS256) that names the session. Roles are looked up at each
// request, so it holds none.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionId, UserId } from '@camarim/contract/ids';
import { ACCESS_TOKEN_SECONDS } from '@camarim/contract/limits';
import { z } from 'zod';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';

/** User, session and expiry of a token. */
export type AccessClaims = { userId: UserId; sessionId: SessionId; expiresAt: Date };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The only accepted header: tokens with another algorithm are refused. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });
const TOKEN = new RegExp(`^${HEADER}\\.([\\w-]{1,400})\\.([\\w-]{43})$`);
const payload = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() });

/**
 * Signed in this thread: WebCrypto would use the thread pool that hashes passwords, at twenty times
 * the cost.
 */
const signatureOf = (key: Buffer, claims: string): string =>
  createHmac('sha256', key).update(`${HEADER}.${claims}`).digest('base64url');

const keyOf = ({ db }: Ctx): Promise<Buffer> => installationSecret(db, 'auth.accessToken');

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);

export const signAccessToken = async (
  ctx: Ctx,
  userId: UserId,
  sessionId: SessionId,
): Promise<string> => {
  const issued = seconds(ctx.clock.now());
  const claims = encode({
    sid: sessionId,
    sub: userId,
    iat: issued,
    exp: issued + ACCESS_TOKEN_SECONDS,
  });
  return `${HEADER}.${claims}.${signatureOf(await keyOf(ctx), claims)}`;
};

/** Null when the signature is invalid or the token has expired. */
export const readAccessToken = async (ctx: Ctx, token: string): Promise<AccessClaims | null> => {
  const [, claims = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (
    !claims ||
    !timingSafeEqual(Buffer.from(signatureOf(await keyOf(ctx), claims)), Buffer.from(signature))
  )
    return null;
  const { sub, sid, exp } = payload.parse(
    JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')),
  );
  return exp > seconds(ctx.clock.now())
    ? { userId: sub as UserId, sessionId: sid as SessionId, expiresAt: new Date(exp * 1_000) }
    : null;
};
