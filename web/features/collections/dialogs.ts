// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** What is in a collection, and its purchase. */
    collection: { id: string };
  }
}

export const collectionsDialogs = {
  collection: lazyPart(() => import('./CollectionDialog.tsx')),
};
