// /posts/{id}/medias: more of a post that is there already, or less of it.
import { z } from 'zod';
import { POST_MEDIAS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';
import { attachedMedia } from '../media.ts';
import { postSchema } from '../posts.ts';

export const postMediasRoutes = {
  'POST /posts/{id}/medias': route({
    id: 'posts.addMedias',
    summary:
      'Puts media at the end of a post of mine; others see each once it shows something. Words that were sold without media get none',
    auth: 'producer',
    params: z.object({ id: id('post') }),
    body: z.object({
      medias: z.array(attachedMedia).min(1).max(POST_MEDIAS_MAX).meta({
        description:
          'in order: finished uploads of GET /auth/private-upload/{type}, or media of my vault by id',
      }),
    }),
    example: { medias: [{ id: '01890a5d-ac96-774b-bcce-b302099a8057' }] },
    reply: postSchema,
    idempotency: 'accepted',
    errors: [
      'post.notFound',
      'post.sold',
      'review.sold',
      'media.withheld',
      'post.tooManyMedias',
      'post.oneAudioOnly',
      'media.notFound',
      'upload.notFound',
      'upload.typeNotAllowed',
      'upload.tooLarge',
    ],
    perMinute: 30,
  }),
  'DELETE /posts/{postId}/medias/{mediaId}': route({
    id: 'posts.deleteMedia',
    summary:
      'Takes a media out of a post of mine; not out of one that was sold, and not the last of a post without text',
    auth: 'producer',
    params: z.object({ postId: id('post'), mediaId: id('media') }),
    reply: postSchema,
    errors: ['post.notFound', 'media.notFound', 'post.sold', 'post.empty'],
  }),
};
