// Galleries on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { showInGallery, viewGallery, viewOwnGallery } from './view-gallery.ts';

export const galleriesHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/gallery': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await viewOwnGallery(platform, { requester: viewer, locale, adult }, query),
      ...query,
    }),
    'GET /profiles/{profileId}/gallery': async ({ params, query, context }) => ({
      data: await viewGallery(platform, params.profileId, context, query),
      ...query,
    }),
    'GET /publics/profiles/{profileId}/gallery': async ({ params, query, context }) => ({
      data: await viewGallery(platform, params.profileId, context, query),
      ...query,
    }),
    'POST /profiles/gallery/{mediaId}': async ({ params, viewer }) => ({
      data: await showInGallery(platform, viewer, params.mediaId, true),
    }),
    'DELETE /profiles/gallery/{mediaId}': async ({ params, viewer }) => ({
      data: await showInGallery(platform, viewer, params.mediaId, false),
    }),
  });
