// The OAuth handshake cookie: state and verifier between the redirect to a provider and its
// callback. Sealed, valid for minutes, bound to this browser.
import type { SessionId } from '@camarim/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Handshake, ProviderName } from '../../../platform/identity/port.ts';
import type { Ctx } from '../../../context.ts';

const COOKIE = 'handshake';
const SEAL_CONTEXT = 'auth/handshake';
const LIFETIME_SECONDS = 600;

type StoredHandshake = {
  provider: ProviderName;
  handshake: Handshake;
  /** The session that links an identity; null for a log-in. */
  linkFor: SessionId | null;
  expiresMs: number;
};

/** Strict: browsers send it only with requests of this site's pages. */
const attributes = ({ config }: Ctx) =>
  ({ path: '/api/auth', sameSite: 'strict', secure: config.production, httpOnly: true }) as const;

export const storeHandshake = (
  reply: FastifyReply,
  ctx: Ctx,
  handshakeCookie: Omit<StoredHandshake, 'expiresMs'>,
): void => {
  const sealed = ctx.seal.seal(SEAL_CONTEXT, {
    ...handshakeCookie,
    expiresMs: ctx.clock.now().getTime() + LIFETIME_SECONDS * 1_000,
  });
  reply.setCookie(COOKIE, sealed.toString('base64url'), {
    ...attributes(ctx),
    maxAge: LIFETIME_SECONDS,
  });
};

const open = ({ seal }: Ctx, sealed: string): StoredHandshake | null => {
  try {
    return seal.open<StoredHandshake>(SEAL_CONTEXT, Buffer.from(sealed, 'base64url'));
  } catch {
    // Tampered with, or sealed with another installation's key: treated as a missing cookie.
    return null;
  }
};

/**
 * Reads and clears the cookie, once per state. Throws identity.refused when it is missing, expired,
 * used, of another provider, or of another state (a callback that was begun in another browser).
 */
export const takeHandshake = async (
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Ctx,
  provider: ProviderName,
  state: string,
): Promise<StoredHandshake> => {
  const handshakeCookie = open(ctx, request.cookies[COOKIE] ?? '');
  reply.clearCookie(COOKIE, attributes(ctx));
  if (
    !handshakeCookie ||
    handshakeCookie.provider !== provider ||
    handshakeCookie.handshake.state !== state ||
    handshakeCookie.expiresMs <= ctx.clock.now().getTime()
  )
    throw new AppError('identity.refused');
  const { allowed } = await ctx.strictLimits.take(`handshake|${state}`, {
    limit: 1,
    windowSeconds: LIFETIME_SECONDS,
  });
  if (!allowed) throw new AppError('identity.refused');
  return handshakeCookie;
};
