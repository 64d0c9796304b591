// The session's cookies: two that scripts can't read, and the user's id that they can. And the device's, which outlives sessions.
import { randomBytes } from 'node:crypto';
import { SESSION_SECONDS } from '@camarim/contract/limits';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE } from '../../../platform/age/door.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { MarkedDevice } from './enter.ts';
import type { Device, TokenPair } from './sessions.ts';

/** Lax: another site's form or script sends none of them, a link to us does. */
const attributes = (config: Pick<Config, 'production'>): CookieSerializeOptions => ({ path: '/', sameSite: 'lax', secure: config.production });

export const setSessionCookies = (reply: FastifyReply, config: Pick<Config, 'production'>, { token, refreshToken, userId }: TokenPair): void => {
  const kept = { ...attributes(config), maxAge: SESSION_SECONDS };
  // The access token's cookie outlives the token: a stale one tells the server that there is a session to renew.
  reply.setCookie('token', token, { ...kept, httpOnly: true });
  reply.setCookie('refreshToken', refreshToken, { ...kept, httpOnly: true });
  reply.setCookie('userId', userId, kept);
};

const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = 365 * 86_400;
const DEVICE_MARK = /^[\w-]{22}$/;

/** The device the request comes from, with its mark or a new one. */
export const deviceOf = (request: FastifyRequest, { userAgent, address }: Device): MarkedDevice => {
  const given = request.cookies[DEVICE_COOKIE] ?? '';
  return { userAgent, address, mark: DEVICE_MARK.test(given) ? given : randomBytes(16).toString('base64url') };
};

/** The device keeps its mark when its person logs out. */
export const setDeviceCookie = (reply: FastifyReply, config: Pick<Config, 'production'>, { mark }: MarkedDevice): void => {
  reply.setCookie(DEVICE_COOKIE, mark, { ...attributes(config), maxAge: DEVICE_SECONDS, httpOnly: true });
};

export const clearSessionCookies = (reply: FastifyReply, config: Pick<Config, 'production'>): void => {
  // The proof of age goes too: the next person at this browser is not the one who showed it.
  for (const name of ['token', 'refreshToken', 'userId', AGE_COOKIE]) reply.clearCookie(name, attributes(config));
};
