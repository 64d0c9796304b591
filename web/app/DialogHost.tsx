// Shows the dialog that is open: by the store, or for log-in and register by the address
// (?dialog=login).
import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { closeDialog, type DialogName, type DialogProps, dialogStore } from '../client/dialogs.ts';
import type { AddressedDialog } from '../client/navigation.ts';
import { withoutDialog } from '../client/session/return-address.ts';
import { useSession } from '../client/session/session.ts';
import { lazyPart } from '../client/load-part.ts';

type Bodies = { [Name in DialogName]: ComponentType<DialogProps[Name] & { onClose: () => void }> };

const BODIES: Bodies = {
  report: lazyPart(() => import('../features/reports/ReportDialog.tsx')),
  block: lazyPart(() => import('../features/profiles/blocks/BlockDialog.tsx')),
  help: lazyPart(() => import('../features/help/HelpDialog.tsx')),
  wallet: lazyPart(() => import('../features/funds/wallet/WalletDialog.tsx')),
  note: lazyPart(() => import('../features/notes/NoteDialog.tsx')),
  stepUp: lazyPart(() => import('../features/auth/second-factor/StepUpDialog.tsx')),
  subscribe: lazyPart(() => import('../features/subscriptions/SubscribeDialog.tsx')),
  tip: lazyPart(() => import('../features/funds/wallet/TipDialog.tsx')),
};

const ADDRESSED: Record<AddressedDialog, ComponentType<{ onClose: () => void }>> = {
  login: lazyPart(() => import('../features/auth/LoginDialog.tsx')),
  register: lazyPart(() => import('../features/auth/RegisterDialog.tsx')),
};

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
      <Suspense>
        <Body {...open.props} onClose={closeDialog} />
      </Suspense>
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
    <Suspense>
      <Body onClose={onClose} />
    </Suspense>
  );
};
