// Delivers one stored object: byte ranges, ETag caching, or X-Accel-Redirect for the web server in
// front.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgeGateState } from '../../../platform/age/port.ts';
import { readRange } from '../../../platform/blobs/byte-range.ts';
import {
  type Blobs,
  type ByteRange,
  RangeNotSatisfiable,
  type StoredBlob,
} from '../../../platform/blobs/port.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { hasPlaceHeaders } from '../../../platform/http/place.ts';
import type { Ctx } from '../../../context.ts';
import { RENDITIONS } from '../storage-keys.ts';

/** Browsers revalidate after this, so that revoked access takes effect in them too. */
const FRESH_SECONDS = 300;

/**
 * Where an age proof is required or access depends on the location, only the browser may cache. The
 * blurred substitute for a requester without an age proof is never cached.
 */
export const cachingFor = (
  { config }: Ctx,
  { requires, proven }: AgeGateState,
  boundTo: string | null,
): string => {
  if (!proven) return 'no-store';
  return `${boundTo || hasPlaceHeaders(config) || requires === 'verified' ? 'private' : 'public'}, max-age=${FRESH_SECONDS}`;
};

export type Delivery = {
  key: string;
  contentType: string;
  /** The bytes behind it never change. */
  etag: string;
  cacheControl: string;
};

/** Answers with the object. Throws auth.forbidden when it is gone. */
export const sendObject = async (
  { blobs, config }: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, contentType, etag, cacheControl }: Delivery,
): Promise<FastifyReply> => {
  const caching = { etag, 'cache-control': cacheControl };
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag))
    return reply.code(304).headers(caching).send();
  const accelerated =
    config.CAMARIM_ACCEL_PREFIX === undefined ? null : await blobs.pathOf?.(RENDITIONS, key);
  // The web server in front does ranges itself, from the same disk.
  if (accelerated)
    return reply
      .headers({
        ...caching,
        'content-type': contentType,
        'x-accel-redirect': `${config.CAMARIM_ACCEL_PREFIX}${accelerated}`,
      })
      .send();
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? readRange(request.headers.range) : null;
  const blob = await read(blobs, key, range);
  if (blob instanceof RangeNotSatisfiable)
    return reply.code(416).header('content-range', `bytes */${blob.bytes}`).send();
  if (!blob) throw new AppError('auth.forbidden');
  const { start, end } = blob.range;
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${blob.bytes}`);
  return reply
    .headers({
      ...caching,
      'accept-ranges': 'bytes',
      'content-type': contentType,
      'content-length': end - start + 1,
    })
    .send(blob.stream);
};

const read = async (
  blobs: Blobs,
  key: string,
  range: ByteRange | null,
): Promise<StoredBlob | RangeNotSatisfiable | null> => {
  try {
    return await blobs.get(RENDITIONS, key, range ?? undefined);
  } catch (error) {
    if (error instanceof RangeNotSatisfiable) return error;
    throw error;
  }
};
