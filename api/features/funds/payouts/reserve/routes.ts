// Routes of /dsb/payout-rules.
import type { Ctx } from '../../../../context.ts';
import type { Services } from '../../../../feature.ts';
import { handlers } from '../../../../platform/http/mount.ts';
import { canManage, changeRules, viewRules } from './change-rules.ts';

export const payoutRulesHandlers = (ctx: Ctx, appealTookEffect: Services['appealTookEffect']) =>
  handlers({
    'GET /dsb/payout-rules/{producerId}': async ({ viewer, params: { producerId } }) => ({
      data: await viewRules(ctx, await canManage(ctx, viewer, producerId)),
    }),
    'PUT /dsb/payout-rules/{producerId}': async ({ viewer, params: { producerId }, body }) => ({
      data: await changeRules(
        ctx,
        appealTookEffect,
        await canManage(ctx, viewer, producerId),
        body,
      ),
    }),
  });
