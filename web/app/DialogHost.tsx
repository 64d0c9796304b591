// Shows the dialog that is open: by the store, or for log-in and register by the address
// (?dialog=login).
import { type ComponentType, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { closeDialog, type DialogName, type DialogProps, dialogStore } from '../client/dialogs.ts';
import type { AddressedDialog } from '../client/navigation.ts';
import { withoutDialog } from '../client/session/return-address.ts';
import { useSession } from '../client/session/session.ts';
import { addressedDialogs, authDialogs } from '../features/auth/index.ts';
import { collectionsDialogs } from '../features/collections/index.ts';
import { fundsDialogs } from '../features/funds/index.ts';
import { helpDialogs } from '../features/help/index.ts';
import { notesDialogs } from '../features/notes/index.ts';
import { postDialogs } from '../features/posts/index.ts';
import { profilesDialogs } from '../features/profiles/index.ts';
import { reportsDialogs } from '../features/reports/index.ts';
import { subscriptionsDialogs } from '../features/subscriptions/index.ts';
import { LateOverlay } from '../ui/overlays/LateOverlay.tsx';

type DialogComponents = {
  [Name in DialogName]: ComponentType<DialogProps[Name] & { onClose: () => void }>;
};

const BODIES: DialogComponents = {
  ...authDialogs,
  ...collectionsDialogs,
  ...fundsDialogs,
  ...helpDialogs,
  ...notesDialogs,
  ...postDialogs,
  ...profilesDialogs,
  ...reportsDialogs,
  ...subscriptionsDialogs,
};

const ADDRESSED: Record<AddressedDialog, ComponentType<{ onClose: () => void }>> = addressedDialogs;

const isAddressed = (name: string | null): name is AddressedDialog =>
  name !== null && name in ADDRESSED;

export const DialogHost = () => {
  const open = useSyncExternalStore(dialogStore.subscribe, dialogStore.current, dialogStore.none);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { user } = useSession();
  const asked = search.get('dialog');

  if (open) {
    const Body = BODIES[open.name] as ComponentType<{ onClose: () => void }>;
    return (
      <LateOverlay>
        <Body {...open.props} onClose={closeDialog} />
      </LateOverlay>
    );
  }
  if (user || !isAddressed(asked)) return null;

  const Body = ADDRESSED[asked];
  const onClose = () => {
    void navigate(
      { search: withoutDialog(search.toString()) },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <LateOverlay>
      <Body onClose={onClose} />
    </LateOverlay>
  );
};
