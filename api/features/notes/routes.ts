// Routes of notes.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { removeNote, viewNote, viewNotes, writeNote } from './notes.ts';
import { canDeleteNote, canWriteNote } from './policy.ts';

export const notesHandlers = (ctx: Ctx) =>
  handlers({
    'GET /profiles/notes': async ({ query: { search, limit, offset }, viewer }) => ({
      data: await viewNotes(ctx, viewer, { search: search || null, limit, offset }),
      limit,
      offset,
    }),
    'GET /profiles/{profileId}/notes': async ({ params, viewer }) => ({
      data: await viewNote(ctx, await canWriteNote(ctx, viewer, params.profileId)),
    }),
    'POST /profiles/{profileId}/notes': async ({ params, body, viewer }) => ({
      data: await writeNote(ctx, await canWriteNote(ctx, viewer, params.profileId), body.raw),
    }),
    'DELETE /profiles/{profileId}/notes': async ({ params, viewer }) => {
      await removeNote(ctx, canDeleteNote(viewer, params.profileId));
      return { data: null };
    },
  });
