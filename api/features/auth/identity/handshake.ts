// What a browser keeps between leaving for a provider and coming back: sealed, for minutes, and of
// use to this browser only.
import type { SessionId } from '@camarim/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Handshake, ProviderName } from '../../../platform/identity/port.ts';
import type { Platform } from '../../../platform/platform.ts';

const COOKIE = 'handshake';
const PLACE = 'auth/handshake';
const LIVES_SECONDS = 600;

type Kept = {
  provider: ProviderName;
  handshake: Handshake;
  /** The session that asked to link; null to log in. */ linkFor: SessionId | null;
  expiresMs: number;
};

type Using = Pick<Platform, 'seal' | 'clock' | 'config' | 'strictLimits'>;

/** Strict: it travels only with calls of our own pages. */
const attributes = ({ config }: Using) =>
  ({ path: '/api/auth', sameSite: 'strict', secure: config.production, httpOnly: true }) as const;

export const keepHandshake = (
  reply: FastifyReply,
  platform: Using,
  kept: Omit<Kept, 'expiresMs'>,
): void => {
  const sealed = platform.seal.seal(PLACE, {
    ...kept,
    expiresMs: platform.clock.now().getTime() + LIVES_SECONDS * 1_000,
  });
  reply.setCookie(COOKIE, sealed.toString('base64url'), {
    ...attributes(platform),
    maxAge: LIVES_SECONDS,
  });
};

const open = ({ seal }: Using, sealed: string): Kept | null => {
  try {
    return seal.open<Kept>(PLACE, Buffer.from(sealed, 'base64url'));
  } catch {
    // Changed, or sealed with another installation's key: as good as none.
    return null;
  }
};

/**
 * What this browser left with. Throws identity.refused when it left for nothing, for another
 * provider, too long ago, or was sent here with somebody else's answer; and when it came back
 * before.
 */
export const takeHandshake = async (
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Using,
  provider: ProviderName,
  state: string,
): Promise<Kept> => {
  const kept = open(platform, request.cookies[COOKIE] ?? '');
  reply.clearCookie(COOKIE, attributes(platform));
  if (
    !kept ||
    kept.provider !== provider ||
    kept.handshake.state !== state ||
    kept.expiresMs <= platform.clock.now().getTime()
  )
    throw new AppError('identity.refused');
  const { allowed } = await platform.strictLimits.take(`handshake|${state}`, {
    limit: 1,
    windowSeconds: LIVES_SECONDS,
  });
  if (!allowed) throw new AppError('identity.refused');
  return kept;
};
