// What the composition root may use of notes.
export { exportNotesOf } from './export-store.ts';
export { eraseNotesOf } from './notes.ts';
export { notesHandlers } from './routes.ts';
