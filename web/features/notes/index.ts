// What other features and the app may use of notes.
export { notesDialogs } from './dialogs.ts';
