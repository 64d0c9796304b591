// Notes about profiles, private to their writer.
import { z } from 'zod';
import { NOTE_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

const noteSchema = z
  .object({ profileId: id('profile'), raw: z.string(), createdAt: instant, updatedAt: instant })
  .meta({ id: 'Note' });

const params = z.object({ profileId: id('profile') });

export const notesRoutes = {
  'GET /profiles/notes': route({
    id: 'notes.list',
    summary:
      'My notes, changed last first; the search looks in notes and names, accents and case ignored',
    auth: 'member',
    query: z.object({ ...page(20, 50), search: z.string().trim().max(60).optional() }),
    reply: z.array(noteSchema.extend({ profile: profileSummarySchema })),
    list: 'offset',
  }),
  'GET /profiles/{profileId}/notes': route({
    id: 'notes.read',
    summary: 'My note about a profile; null when there is none',
    auth: 'member',
    params,
    reply: noteSchema.nullable(),
    errors: ['profile.notFound'],
  }),
  'POST /profiles/{profileId}/notes': route({
    idempotency: 'remembered',
    id: 'notes.write',
    summary: 'Writes my note about a profile, in the place of the one there was',
    auth: 'member',
    params,
    body: z.object({
      raw: z.string().trim().min(1).max(NOTE_MAX).meta({ description: 'the text as it was typed' }),
    }),
    example: { raw: 'Gosta de fotos em preto e branco.' },
    reply: noteSchema,
    errors: ['profile.notFound', 'profile.notSelf'],
    perMinute: 60,
  }),
  'DELETE /profiles/{profileId}/notes': route({
    id: 'notes.remove',
    summary: 'Removes my note about a profile, if there is one',
    auth: 'member',
    params,
    reply: z.null(),
  }),
};
