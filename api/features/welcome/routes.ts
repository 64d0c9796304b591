// The welcome message on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayWelcome, removeWelcome, viewWelcome, writeWelcome } from './welcome.ts';

export const welcomeHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/welcome': async ({ viewer, context }) => ({
      data: await viewWelcome(platform, mayWelcome(viewer), context.locale),
    }),
    'POST /profiles/welcome': async ({ viewer, body, context }) => ({
      data: await writeWelcome(platform, mayWelcome(viewer), body, context.locale),
    }),
    'DELETE /profiles/welcome': async ({ viewer }) => {
      await removeWelcome(platform, mayWelcome(viewer));
      return { data: null };
    },
  });
