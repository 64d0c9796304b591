// What the composition root may use of notes.
import { defineFeature } from '../../feature.ts';
import { exportNotesOf } from './export-store.ts';
import { eraseNotesOf } from './notes.ts';
import { notesHandlers } from './routes.ts';

export { findNote } from './store.ts';

/** Private notes on profiles. */
export const notes = defineFeature({
  name: 'notes',
  handlers: notesHandlers,
  personalData: [
    {
      text: 'data.notes',
      tables: ['profile_notes'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseNotesOf],
    },
  ],
  exporters: [exportNotesOf],
});
