// The secret link that a request for a page or a stream was made with.
import { STREAM_OPENINGS_PER_MINUTE } from '@camarim/contract/features/overlays/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { limitAddress } from '../../../platform/limits/address.ts';
import type { Ctx } from '../../../context.ts';
import { linkByHash, type LinkRow } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

const KEY = /^cam_overlay_[\w-]{43}$/;

/**
 * The link is the authorisation: no session is looked at. Throws overlay.linkNotFound and
 * request.tooMany.
 */
export const linkOf = async (ctx: Ctx, request: FastifyRequest): Promise<LinkRow> => {
  const { allowed, resetsInSeconds } = await ctx.limits.take(
    `overlays|${limitAddress(request.ip)}`,
    { limit: STREAM_OPENINGS_PER_MINUTE, windowSeconds: 60 },
  );
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  const { key = '' } = request.params as { key?: string };
  const link = KEY.test(key) ? await linkByHash(ctx.db, hashToken(key)) : null;
  if (!link) throw new AppError('overlay.linkNotFound');
  return link;
};
