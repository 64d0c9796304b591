// Routes of a producer's fee. The route table requires recent authentication for a change.
import { handlers } from '../../../../platform/http/mount.ts';
import type { Ctx } from '../../../../context.ts';
import { setFee, viewFee } from './fee.ts';
import { canSetFee } from './policy.ts';

export const feesHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/fees/{producerId}': async ({ viewer, params: { producerId } }) => ({
      data: await viewFee(ctx, await canSetFee(ctx, viewer, producerId)),
    }),
    'PUT /dsb/fees/{producerId}': async ({ viewer, params: { producerId }, body }) => ({
      data: await setFee(ctx, await canSetFee(ctx, viewer, producerId), body),
    }),
  });
