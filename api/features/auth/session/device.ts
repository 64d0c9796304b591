// The device cookie: a random, signed mark that outlives sessions, so that log-in recognises a
// browser.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';
import { attributes } from './cookies.ts';
import type { Device } from './sessions.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/** A device with the mark of its cookie. */
export type MarkedDevice = Device & {
  mark: string;
  /** The request had the cookie; else the mark is new. */
  returned: boolean;
};

const COOKIE = 'device';
const LIFETIME_SECONDS = 365 * 86_400;
const SIGNED_MARK = /^([\w-]{22})\.([\w-]{43})$/;

const sign = async ({ db }: Ctx, mark: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'auth.device'))
    .update(mark)
    .digest('base64url');

/** The mark of a cookie; null when the signature is invalid. */
const readMark = async (ctx: Ctx, cookie: string): Promise<string | null> => {
  const [, mark, signature] = SIGNED_MARK.exec(cookie) ?? [];
  if (mark === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(await sign(ctx, mark)), Buffer.from(signature)) ? mark : null;
};

/** The device that a request comes from; a new one gets a mark, which `setDeviceCookie` sends. */
export const deviceOf = async (
  ctx: Ctx,
  request: FastifyRequest,
  { userAgent, address, port, placeName }: Required<Device>,
): Promise<MarkedDevice> => {
  const given = await readMark(ctx, request.cookies[COOKIE] ?? '');
  return {
    userAgent,
    address,
    port,
    placeName,
    mark: given ?? randomBytes(16).toString('base64url'),
    returned: given !== null,
  };
};

/** Marks are stored as hashes, so a leaked database does not allow impersonating a device. */
export const hashOfMark = ({ mark }: Pick<MarkedDevice, 'mark'>): Buffer => hashToken(mark);

/**
 * What recognises the browser of a request for limits, irreversible; null when it sent no valid
 * device cookie.
 */
export const deviceMarkHash = async (ctx: Ctx, request: FastifyRequest): Promise<Buffer | null> => {
  const mark = await readMark(ctx, request.cookies[COOKIE] ?? '');
  return mark === null ? null : hashOfMark({ mark });
};

/** Sends the device cookie, valid for another year. */
export const setDeviceCookie = async (
  ctx: Ctx,
  reply: FastifyReply,
  { mark }: MarkedDevice,
): Promise<void> => {
  reply.setCookie(COOKIE, `${mark}.${await sign(ctx, mark)}`, {
    ...attributes(ctx.config),
    maxAge: LIFETIME_SECONDS,
    httpOnly: true,
  });
};
