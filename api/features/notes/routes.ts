// Routes of notes.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeNote, viewNote, viewNotes, writeNote } from './notes.ts';
import { canDeleteNote, canWriteNote } from './policy.ts';

export const notesHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/notes': async ({ query: { search, limit, offset }, viewer }) => ({
      data: await viewNotes(platform, viewer, { search: search || null, limit, offset }),
      limit,
      offset,
    }),
    'GET /profiles/{profileId}/notes': async ({ params, viewer }) => ({
      data: await viewNote(platform, await canWriteNote(platform, viewer, params.profileId)),
    }),
    'POST /profiles/{profileId}/notes': async ({ params, body, viewer }) => ({
      data: await writeNote(
        platform,
        await canWriteNote(platform, viewer, params.profileId),
        body.raw,
      ),
    }),
    'DELETE /profiles/{profileId}/notes': async ({ params, viewer }) => {
      await removeNote(platform, canDeleteNote(viewer, params.profileId));
      return { data: null };
    },
  });
