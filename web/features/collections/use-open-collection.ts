// Opens the dialog of a collection, also for a visitor who wanted to buy it and has signed in
// since.
import { openDialog } from '../../client/dialogs.ts';
import { usePendingAction } from '../../client/session/pending-action.ts';

export const wantedCollection = (id: string): string => `collection:${id}`;

export const useOpenCollection = (id: string): (() => void) => {
  const open = () => openDialog('collection', { id });
  usePendingAction(wantedCollection(id), open);
  return open;
};
