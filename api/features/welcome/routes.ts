// Routes of the welcome message.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { canEditWelcome, removeWelcome, viewWelcome, writeWelcome } from './welcome.ts';

export const welcomeHandlers = (ctx: Ctx) =>
  handlers({
    'GET /profiles/welcome': async ({ viewer, context }) => ({
      data: await viewWelcome(ctx, canEditWelcome(viewer), context.locale),
    }),
    'POST /profiles/welcome': async ({ viewer, body, context }) => ({
      data: await writeWelcome(ctx, canEditWelcome(viewer), body, context.locale),
    }),
    'DELETE /profiles/welcome': async ({ viewer }) => {
      await removeWelcome(ctx, canEditWelcome(viewer));
      return { data: null };
    },
  });
