// Galleries: the pictures and videos of a profile's posts, side by side. Source: specification
// section 7, Gallery.
import { z } from 'zod';
import { GALLERY_PAGE } from '../limits.ts';
import { route } from '../route.ts';
import { id, page } from '../wire.ts';
import { mediaSchema } from './media.ts';
import { viewAs } from './profiles.ts';

/** A media of a gallery, with the post it is in: what is locked there is locked here. */
export const galleryItemSchema = mediaSchema
  .extend({
    postId: id('post'),
    profileId: id('profile'),
    locked: z.boolean(),
    showInGalery: z.boolean().meta({ description: 'others find it in the gallery' }),
  })
  .meta({ id: 'GalleryItem' });

const shownReply = z.object({ showInGalery: z.boolean() });
const mediaParams = z.object({ mediaId: id('media') });
const profileParams = z.object({ profileId: id('profile') });
const query = z.object(page(GALLERY_PAGE, 100));

export const galleriesRoutes = {
  'GET /profiles/gallery': route({
    id: 'galleries.own',
    summary: 'Media of my posts, newest first, those too that my gallery hides or that failed',
    auth: 'producer',
    query,
    reply: z.array(galleryItemSchema),
    list: 'offset',
  }),
  'GET /profiles/{profileId}/gallery': route({
    id: 'galleries.profile',
    summary: 'The gallery of a profile as I see it: what I have not paid for is locked',
    auth: 'member',
    params: profileParams,
    query,
    reply: z.array(galleryItemSchema),
    list: 'offset',
    errors: ['profile.notFound'],
  }),
  'GET /publics/profiles/{profileId}/gallery': route({
    id: 'galleries.public',
    summary: 'The gallery of a profile, with or without an account',
    auth: 'optional',
    params: profileParams,
    query: query.extend({ viewAs }),
    reply: z.array(galleryItemSchema),
    list: 'offset',
    errors: ['profile.notFound', 'profile.viewAsOwnerOnly'],
  }),
  'POST /profiles/gallery/{mediaId}': route({
    id: 'galleries.show',
    summary: 'Shows a media of mine in my gallery',
    auth: 'producer',
    params: mediaParams,
    reply: shownReply,
    errors: ['media.notFound'],
  }),
  'DELETE /profiles/gallery/{mediaId}': route({
    id: 'galleries.hide',
    summary: 'Hides a media of mine from my gallery; its post stays as it is',
    auth: 'producer',
    params: mediaParams,
    reply: shownReply,
    errors: ['media.notFound'],
  }),
};
