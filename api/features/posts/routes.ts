// /posts on the wire: validated input to policy, policy to service.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { feedHandlers } from './feed/routes.ts';
import { postForPurchase, visiblePost } from './policy.ts';
import { publishHandlers } from './publish/routes.ts';
import { purchasePost } from './purchase-post.ts';
import { likePost, savePost } from './toggle-post.ts';

const fanHandlers = (ctx: Ctx) =>
  handlers({
    'POST /posts/{id}/like': async ({ params, body, viewer }) => ({
      data: await likePost(ctx, await visiblePost(ctx, params.id, viewer), viewer, body.liked),
    }),
    'POST /posts/{id}/save': async ({ params, body, viewer }) => ({
      data: await savePost(ctx, await visiblePost(ctx, params.id, viewer), viewer, body.saved),
    }),
    'POST /posts/{id}/purchase': async ({ params, body, viewer, context: { idempotencyKey } }) => ({
      data: await purchasePost(ctx, await postForPurchase(ctx, params.id, viewer), {
        price: body.price,
        key: idempotencyKey,
      }),
    }),
  });

export const postsHandlers = (ctx: Ctx, services: Services) => ({
  ...feedHandlers(ctx),
  ...publishHandlers(ctx, services),
  ...fanHandlers(ctx),
});
