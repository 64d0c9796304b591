// Routes of camera settings.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { canStartLive } from '../policy.ts';
import { setSettings, viewSettings } from './settings.ts';

export const cameraHandlers = (ctx: Ctx) =>
  handlers({
    'GET /profiles/settings-cam': async ({ viewer }) => ({
      data: await viewSettings(ctx, canStartLive(viewer)),
    }),
    'POST /profiles/settings-cam': async ({ viewer, body }) => ({
      data: await setSettings(ctx, canStartLive(viewer), body),
    }),
  });
