// What the composition root may use of notes.
export { eraseNotesOf } from './notes.ts';
export { notesHandlers } from './routes.ts';
