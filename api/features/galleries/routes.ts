// Galleries on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { showInGallery, viewGallery, viewOwnGallery } from './view-gallery.ts';

export const galleriesHandlers = (ctx: Ctx) =>
  handlers({
    'GET /profiles/gallery': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await viewOwnGallery(ctx, { requester: viewer, locale, adult }, query),
      ...query,
    }),
    'GET /profiles/{profileId}/gallery': async ({ params, query, context }) => ({
      data: await viewGallery(ctx, params.profileId, context, query),
      ...query,
    }),
    'GET /publics/profiles/{profileId}/gallery': async ({ params, query, context }) => ({
      data: await viewGallery(ctx, params.profileId, context, query),
      ...query,
    }),
    'POST /profiles/gallery/{mediaId}': async ({ params, viewer }) => ({
      data: await showInGallery(ctx, viewer, params.mediaId, true),
    }),
    'DELETE /profiles/gallery/{mediaId}': async ({ params, viewer }) => ({
      data: await showInGallery(ctx, viewer, params.mediaId, false),
    }),
  });
