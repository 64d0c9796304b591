// The welcome message of a producer. Source: specification section 3, Welcome message.
import { z } from 'zod';
import { WELCOME_MEDIAS_MAX, WELCOME_MESSAGE_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { instant, uuid } from '../wire.ts';
import { attachedMedia, mediaPerformers, mediaSchema } from './media.ts';
import { ownReviewSchema } from './reviews.ts';

const welcomeSchema = z
  .object({
    id: uuid(),
    message: z.string(),
    medias: z.array(mediaSchema),
    review: ownReviewSchema.nullable().meta({
      description: 'of the review that holds it, during which it is not sent',
    }),
    updatedAt: instant,
  })
  .meta({ id: 'WelcomeMessage' });

export const welcomeRoutes = {
  'GET /profiles/welcome': route({
    id: 'welcome.read',
    summary: 'My welcome message; null when there is none',
    auth: 'producer',
    reply: welcomeSchema.nullable(),
  }),
  'POST /profiles/welcome': route({
    idempotency: 'remembered',
    id: 'welcome.write',
    summary: 'Sets my welcome message, in the place of the one there was',
    auth: 'producer',
    body: z.object({
      message: z.string().trim().max(WELCOME_MESSAGE_MAX).default(''),
      performerIds: mediaPerformers,
      medias: z.array(attachedMedia).max(WELCOME_MEDIAS_MAX).default([]).meta({
        description:
          'in order: media of mine by id, or finished uploads of GET /auth/private-upload/{type}',
      }),
    }),
    example: { message: 'Que bom ter você aqui.', medias: [] },
    reply: welcomeSchema,
    errors: [
      'validate.required',
      'media.notFound',
      'media.withheld',
      'performer.notReady',
      'performer.noMessage',
      'performer.noDownload',
      'upload.notFound',
      'upload.typeNotAllowed',
      'upload.tooLarge',
    ],
    perMinute: 30,
  }),
  'DELETE /profiles/welcome': route({
    id: 'welcome.remove',
    summary: 'Removes my welcome message',
    auth: 'producer',
    reply: z.null(),
    errors: ['welcome.notFound'],
  }),
};
