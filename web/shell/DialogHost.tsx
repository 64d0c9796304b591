// Shows the dialog that is open: by the store, or for log-in and register by the address (?dialog=login).
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { closeDialog, type DialogName, type DialogProps, dialogStore } from './dialogs.ts';
import type { AddressedDialog } from './navigation.ts';
import { useSession } from './session/session.ts';

type Bodies = { [Name in DialogName]: ComponentType<DialogProps[Name] & { onClose: () => void }> };

const BODIES: Bodies = {
  report: lazy(() => import('../features/reports/ReportDialog.tsx')),
  block: lazy(() => import('../features/profiles/blocks/BlockDialog.tsx')),
  help: lazy(() => import('../features/help/HelpDialog.tsx')),
  wallet: lazy(() => import('../features/funds/wallet/WalletDialog.tsx')),
  note: lazy(() => import('../features/notes/NoteDialog.tsx')),
  stepUp: lazy(() => import('../features/auth/second-factor/StepUpDialog.tsx')),
  subscribe: lazy(() => import('../features/subscriptions/SubscribeDialog.tsx')),
  tip: lazy(() => import('../features/funds/wallet/TipDialog.tsx')),
};

const ADDRESSED: Record<AddressedDialog, ComponentType<{ onClose: () => void }>> = {
  login: lazy(() => import('../features/auth/LoginDialog.tsx')),
  register: lazy(() => import('../features/auth/RegisterDialog.tsx')),
};

const isAddressed = (name: string | null): name is AddressedDialog => name !== null && name in ADDRESSED;

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
    const rest = new URLSearchParams(search);
    rest.delete('dialog');
    void navigate({ search: rest.size > 0 ? `?${rest}` : '' }, { replace: true, preventScrollReset: true });
  };
  return (
    <Suspense>
      <Body onClose={onClose} />
    </Suspense>
  );
};
