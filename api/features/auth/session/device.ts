// A device's mark: a random, signed cookie that outlives sessions. It tells "the same browser
// again" and nothing else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { attributes } from './cookies.ts';
import type { Device } from './sessions.ts';

/** A device that carries our cookie. */
export type MarkedDevice = Device & {
  mark: string;
  /** The request brought the mark; else it was made for the reply. */
  returned: boolean;
};

const COOKIE = 'device';
const LIVES_SECONDS = 365 * 86_400;
const SIGNED_MARK = /^([\w-]{22})\.([\w-]{43})$/;

type Using = Pick<Platform, 'db' | 'config'>;

const sign = async ({ db }: Using, mark: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'auth.device'))
    .update(mark)
    .digest('base64url');

/** The mark in a cookie of ours; null for what somebody made up to pass for another device. */
const readMark = async (platform: Using, cookie: string): Promise<string | null> => {
  const [, mark, signature] = SIGNED_MARK.exec(cookie) ?? [];
  if (mark === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(await sign(platform, mark)), Buffer.from(signature))
    ? mark
    : null;
};

/** The device that a request comes from; a new one gets a mark that `giveMark` sends. */
export const deviceOf = async (
  platform: Using,
  request: FastifyRequest,
  { userAgent, address, placeName }: Required<Device>,
): Promise<MarkedDevice> => {
  const given = await readMark(platform, request.cookies[COOKIE] ?? '');
  return {
    userAgent,
    address,
    placeName,
    mark: given ?? randomBytes(16).toString('base64url'),
    returned: given !== null,
  };
};

/** Sends the device its mark, for another year. */
export const giveMark = async (
  platform: Using,
  reply: FastifyReply,
  { mark }: MarkedDevice,
): Promise<void> => {
  reply.setCookie(COOKIE, `${mark}.${await sign(platform, mark)}`, {
    ...attributes(platform.config),
    maxAge: LIVES_SECONDS,
    httpOnly: true,
  });
};
