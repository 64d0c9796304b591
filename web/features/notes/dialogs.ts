// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** A private note about a profile. */
    note: { profileId: string; name: string };
  }
}

export const notesDialogs = {
  note: lazyPart(() => import('./NoteDialog.tsx')),
};
