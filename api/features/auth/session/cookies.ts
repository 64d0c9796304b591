// The session's cookies: two HttpOnly ones with tokens, and the user's id, which scripts can read.
import { SESSION_SECONDS } from '@camarim/contract/limits';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { ageCookies } from '../../../platform/age/cookies.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { TokenPair } from './sessions.ts';

/** Lax: forms and scripts of other sites send no cookie, links to this site do. */
export const attributes = (config: Pick<Config, 'production'>): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: config.production,
});

export const setSessionCookies = (
  reply: FastifyReply,
  config: Pick<Config, 'production'>,
  { token, refreshToken, userId }: TokenPair,
): void => {
  const options = { ...attributes(config), maxAge: SESSION_SECONDS };
  // The access token's cookie outlives the token: an expired one shows the server that there is a
  // session to renew.
  reply.setCookie('token', token, { ...options, httpOnly: true });
  reply.setCookie('refreshToken', refreshToken, { ...options, httpOnly: true });
  reply.setCookie('userId', userId, options);
};

export const clearSessionCookies = (
  reply: FastifyReply,
  config: Pick<Config, 'production'>,
): void => {
  // The proof of age is cleared too: the next person at this browser may be a minor.
  for (const name of ['token', 'refreshToken', 'userId', ...ageCookies(config)])
    reply.clearCookie(name, attributes(config));
};
