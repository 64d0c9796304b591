// Routes of /dsb/disputes.
import { handlers } from '../../../../platform/http/mount.ts';
import type { Ctx } from '../../../../context.ts';
import { canDecideDispute, decideDispute, viewDisputes } from './decide.ts';

export const disputesHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/disputes': async ({ query }) => ({
      data: await viewDisputes(ctx, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/disputes/{id}': async ({ viewer, params: { id }, body }) => ({
      data: await decideDispute(ctx, await canDecideDispute(ctx, viewer, id), body),
    }),
  });
