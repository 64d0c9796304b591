// A visitor who presses unlock is offered an account with the reason; a member who had pressed it
// before is offered the unlock again, once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { closeDialog, dialogStore } from '../../../client/dialogs.ts';
import { installNavigation } from '../../../client/navigation.ts';
import { clearPendingAction, savePendingAction } from '../../../client/session/pending-action.ts';
import type { User } from '../../../client/session/session.ts';
import type { Post } from '../post-cache.ts';
import { LockedPost } from './LockedPost.tsx';

const LOCKED = { reason: 'price', forSubscribers: false, share: 1592, plan: null } as NonNullable<
  Post['locked']
>;
const POST = {
  id: 'x1',
  price: 1990,
  medias: [],
  locked: LOCKED,
  profile: { exibitionName: 'Íris', domainName: 'iris' },
} as unknown as Post;

const Page = () => {
  const navigate = useNavigate();
  useEffect(() => installNavigation(navigate), [navigate]);
  return (
    <>
      <output>{useLocation().search}</output>
      <LockedPost post={POST} locked={LOCKED} />
    </>
  );
};

const showTo = (user: User | null) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/iris',
      loader: () => ({ user }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Page /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/iris']} />
    </QueryClientProvider>,
  );
};

const MEMBER = { profile: { id: 'm1', producer: false } } as User;

const haveBalance = (balance: number) => {
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [{ balance }] }));
};

afterEach(() => {
  clearPendingAction();
  closeDialog();
  vi.unstubAllGlobals();
});

test('a visitor who presses unlock is offered to create an account, for this reason', async () => {
  const screen = await showTo(null);
  await screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
  await expect.element(screen.getByText(/dialog=register&for=unlock$/)).toBeVisible();
});

test('a member who had pressed unlock as a visitor is asked to confirm it, once', async () => {
  savePendingAction('unlock:x1');
  const screen = await showTo(MEMBER);
  await expect
    .element(screen.getByRole('dialog', { name: 'Desbloquear este post?' }))
    .toBeVisible();
  await screen.unmount();
  const again = await showTo(MEMBER);
  await expect
    .element(again.getByRole('button', { name: 'Desbloquear por R$ 19,90' }))
    .toBeVisible();
  expect(again.container.querySelector('dialog')).toBeNull();
});

test('an unlock that was wanted for another post opens nothing here', async () => {
  savePendingAction('unlock:x2');
  const screen = await showTo(MEMBER);
  await expect
    .element(screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }))
    .toBeVisible();
  expect(screen.container.querySelector('dialog')).toBeNull();
});

test('an unlock that the balance pays for is confirmed with the balance in sight', async () => {
  haveBalance(5_000);
  const screen = await showTo(MEMBER);
  await screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Desbloquear este post?' });
  await expect.element(dialog.getByText(/Seu saldo: R\$\s50,00/)).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Desbloquear por R$ 19,90' }))
    .toHaveFocus();
});

test('an unlock that the balance does not pay for goes to the top-up at once', async () => {
  haveBalance(500);
  const screen = await showTo(MEMBER);
  await screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
  await expect
    .poll(() => dialogStore.current())
    .toMatchObject({
      name: 'wallet',
      props: { suggested: 2500, intent: { kind: 'purchase', postId: 'x1', value: 1990 } },
    });
  expect(screen.container.querySelector('dialog')).toBeNull();
});
