// /medias/{id}/captions: what is said in a video, in text.
import { z } from 'zod';
import { CAPTIONS_MAX, LOCALES } from '../../limits.ts';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';

const params = z.object({ id: id('media'), language: z.enum(LOCALES) });

export const captionsRoutes = {
  'PUT /medias/{id}/captions/{language}': route({
    id: 'medias.setCaptions',
    summary:
      'Gives a video of mine captions in a language, from a WebVTT file; the earlier ones are replaced',
    auth: 'producer',
    params,
    body: z.object({ vtt: z.string().min(1).max(CAPTIONS_MAX) }),
    example: { vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nBoa noite.\n' },
    reply: z.object({ cues: z.int() }),
    errors: ['media.notFound', 'captions.invalid'],
    bodyLimitBytes: 4 * CAPTIONS_MAX,
  }),
  'DELETE /medias/{id}/captions/{language}': route({
    id: 'medias.removeCaptions',
    summary: 'Takes the captions of a language from a video of mine; fine when there are none',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['media.notFound'],
  }),
};
