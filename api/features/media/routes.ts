// Permission to upload, on the wire: /auth/private-upload and /auth/public-upload of the specification.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantUpload } from './uploads.ts';

export const uploadHandlers = (platform: Platform) =>
  handlers({
    'GET /auth/private-upload/{type}': async ({ query, viewer }) => ({ data: await grantUpload(platform, viewer.profileId, query) }),
    'GET /auth/public-upload/{type}': async ({ query, viewer }) => ({ data: await grantUpload(platform, viewer.profileId, query) }),
  });
