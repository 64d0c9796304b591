// /dsb/medias on the wire.
import { handlers } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mayModerate } from './policy.ts';
import { takeDown } from './take-down.ts';

export const moderationHandlers = (platform: Platform) =>
  handlers({
    'POST /dsb/medias/{id}/take-down': async ({ params, body, viewer }) => ({ data: await takeDown(platform, mayModerate(viewer), params.id, body.reason) }),
  });
