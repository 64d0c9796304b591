// Routes of /dsb/legal-holds.
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';
import { placeHold, releaseHold, viewHolds } from './holds.ts';
import { canHold, canReadHolds } from './policy.ts';

export const legalHoldsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/legal-holds': async ({ query, viewer }) => ({
      data: await viewHolds(ctx, canReadHolds(viewer), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/legal-holds': async ({ body, viewer }) => ({
      data: { id: await placeHold(ctx, canHold(viewer), body) },
    }),
    'POST /dsb/legal-holds/{id}/release': async ({ params, body, viewer }) => {
      const released = await releaseHold(ctx, canHold(viewer), params.id, body.reason);
      return { data: { id: params.id, released } };
    },
  });
