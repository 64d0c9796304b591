// Routes of the welcome message.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { canEditWelcome, removeWelcome, viewWelcome, writeWelcome } from './welcome.ts';

export const welcomeHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/welcome': async ({ viewer, context }) => ({
      data: await viewWelcome(platform, canEditWelcome(viewer), context.locale),
    }),
    'POST /profiles/welcome': async ({ viewer, body, context }) => ({
      data: await writeWelcome(platform, canEditWelcome(viewer), body, context.locale),
    }),
    'DELETE /profiles/welcome': async ({ viewer }) => {
      await removeWelcome(platform, canEditWelcome(viewer));
      return { data: null };
    },
  });
