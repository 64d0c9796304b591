// Reads the token of a new socket, and checks that the page which opened it may use the cookie.
import type { ErrorCode } from '@camarim/contract/errors';
import type { Locale } from '@camarim/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'socket.io';
import { hasOwnOrigin } from '../http/own-page.ts';
import type { Viewer } from '../http/viewer.ts';
import { localeOf } from '../text/text.ts';

/**
 * A socket's owner. With `expiresAt` the socket is closed then, and its client must connect again
 * with a fresh token.
 */
export type SocketOwner = Pick<Viewer, 'profileId' | 'sessionId' | 'place'> & { expiresAt?: Date };

/** Turns an access token into its owner; null when it is unknown, expired or revoked. */
export type AuthenticateSocket = (token: string) => Promise<SocketOwner | null>;

export type Handshake = { token: string | null; refusal: ErrorCode | null; locale: Locale };

type Headers = Socket['handshake']['headers'];

/**
 * Reads token and language. An API client sends its token as `auth.token` or as a bearer header; a
 * browser sends the cookie, which it would send for any page: so the page's origin must be ours.
 */
export const readHandshake = (
  { headers, auth }: Socket['handshake'],
  server: FastifyInstance,
  publicUrl: string,
): Handshake => {
  const cookies = server.parseCookie(headers.cookie ?? '');
  const locale = localeOf(auth['locale'], headers['lang'], cookies['locale']);
  const given = auth['token'];
  const bearer = typeof given === 'string' && given !== '' ? given : bearerOf(headers);
  if (bearer) return { token: bearer, refusal: null, locale };
  const token = cookies['token'];
  if (!token) return { token: null, refusal: 'auth.required', locale };
  return hasOwnOrigin(headers, publicUrl)
    ? { token, refusal: null, locale }
    : { token: null, refusal: 'request.originMissing', locale };
};

const bearerOf = ({ authorization }: Headers): string | null =>
  authorization?.startsWith('Bearer ') ? authorization.slice(7) : null;
