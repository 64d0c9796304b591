// The short-lived access token: a JWT that names the session. What its holder may do is looked up, so it says no more.
import type { SessionId, UserId } from '@camarim/contract/ids';
import { ACCESS_TOKEN_SECONDS } from '@camarim/contract/limits';
import { errors, jwtVerify, SignJWT } from 'jose';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';

const ALGORITHM = 'HS256';

/** Whose session a token is for, and until when it says so. */
export type AccessClaims = { userId: UserId; sessionId: SessionId; expiresAt: Date };

const keys = new WeakMap<Buffer, Promise<CryptoKey>>();

/** Imported once: with raw bytes the library would do it at every check, at three times the cost. */
const keyOf = async ({ db }: Pick<Platform, 'db'>): Promise<CryptoKey> => {
  const secret = await installationSecret(db, 'auth.accessToken');
  const known = keys.get(secret) ?? crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  keys.set(secret, known);
  return known;
};

/** Signatures that were checked: one is checked for each token, not for each request. */
const VERIFIED_MAX = 50_000;
const verified = new WeakMap<Buffer, Map<string, AccessClaims>>();

const remember = (known: Map<string, AccessClaims>, token: string, claims: AccessClaims): void => {
  const [oldest] = known.keys();
  if (known.size >= VERIFIED_MAX && oldest !== undefined) known.delete(oldest);
  known.set(token, claims);
};

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);

export const signAccessToken = async (platform: Pick<Platform, 'db' | 'clock'>, userId: UserId, sessionId: SessionId): Promise<string> => {
  const issued = seconds(platform.clock.now());
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
    .sign(await keyOf(platform));
};

/** Null when it is not ours, was changed, or is past its time. */
export const readAccessToken = async (platform: Pick<Platform, 'db' | 'clock'>, token: string): Promise<AccessClaims | null> => {
  const secret = await installationSecret(platform.db, 'auth.accessToken');
  const known = verified.getOrInsertComputed(secret, () => new Map<string, AccessClaims>());
  const checked = known.get(token);
  if (checked && platform.clock.now() < checked.expiresAt) return checked;
  try {
    const { payload } = await jwtVerify<{ sid: SessionId }>(token, await keyOf(platform), {
      algorithms: [ALGORITHM],
      currentDate: platform.clock.now(),
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const claims = { userId: payload.sub as UserId, sessionId: payload.sid, expiresAt: new Date((payload.exp ?? 0) * 1_000) };
    remember(known, token, claims);
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
};
