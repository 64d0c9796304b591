// Routes of a fan's own spending limits.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { setLimits, viewLimits } from './spend-limits.ts';

export const spendingHandlers = (ctx: Ctx) =>
  handlers({
    'GET /funds/spend-limits': async ({ viewer }) => ({
      data: await viewLimits(ctx, viewer.profileId),
    }),
    'PUT /funds/spend-limits': async ({ viewer, body }) => {
      await setLimits(ctx, viewer.profileId, body);
      return { data: await viewLimits(ctx, viewer.profileId) };
    },
  });
