// Routes of /publics/removals and /dsb/removals.
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';
import {
  addToRequest,
  askForRemoval,
  confirmRequest,
  findRequestByReference,
  viewRequest,
} from './request-removal.ts';
import { decideRemoval } from './decide.ts';
import { hashPicture } from './pictures.ts';
import { canDecideRemovals, canReadRemovals } from './policy.ts';
import { viewCases, viewItems } from './view-cases.ts';

export const removalsHandlers = (ctx: Ctx) =>
  handlers({
    'POST /publics/removals/pictures': async ({ body }) => ({
      data: { picture: await hashPicture(ctx, body.picture) },
    }),
    'POST /publics/removals': async ({ body, context: { address, locale } }) => {
      const { recapcha, goodFaith: _, ...request } = body;
      await ctx.captcha.spend(recapcha, { action: 'removal', address });
      return { data: await askForRemoval(ctx, request, { address, locale }) };
    },
    'POST /publics/removals/view': async ({ body }) => ({
      data: await viewRequest(ctx, body.token),
    }),
    'POST /publics/removals/follow': async ({ body }) => ({
      data: await findRequestByReference(ctx, body),
    }),
    'POST /publics/removals/confirm': async ({ body }) => ({
      data: await confirmRequest(ctx, body.token),
    }),
    'POST /publics/removals/add': async ({ body, context: { address } }) => ({
      data: await addToRequest(ctx, body, { address }),
    }),
    'GET /dsb/removals': async ({ query, viewer, context }) => ({
      data: await viewCases(ctx, canReadRemovals(viewer), query, context.locale),
      limit: query.limit,
      offset: query.offset,
    }),
    'GET /dsb/removals/{id}/items': async ({ params, query, viewer, context }) => ({
      data: await viewItems(ctx, canReadRemovals(viewer), params.id, query, context.locale),
      ...query,
    }),
    'POST /dsb/removals/{id}': async ({ params, body, viewer }) => ({
      data: await decideRemoval(ctx, canDecideRemovals(viewer), params.id, body),
    }),
  });
