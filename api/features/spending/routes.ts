// Routes of a fan's own spending limits.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { setLimits, viewLimits } from './spend-limits.ts';

export const spendingHandlers = (platform: Platform) =>
  handlers({
    'GET /funds/spend-limits': async ({ viewer }) => ({
      data: await viewLimits(platform, viewer.profileId),
    }),
    'PUT /funds/spend-limits': async ({ viewer, body }) => {
      await setLimits(platform, viewer.profileId, body);
      return { data: await viewLimits(platform, viewer.profileId) };
    },
  });
