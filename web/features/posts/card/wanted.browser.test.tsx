// A visitor who presses unlock is offered an account with the reason; a member who had pressed it before is
// offered the unlock again, once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installNavigation } from '../../../client/navigation.ts';
import { dropWanted, keepWanted } from '../../../client/session/wanted.ts';
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

afterEach(() => dropWanted());

test('a visitor who presses unlock is offered to create an account, for this reason', async () => {
  const screen = await showTo(null);
  await screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
  await expect.element(screen.getByText(/dialog=register&for=unlock$/)).toBeVisible();
});

test('a member who had pressed unlock as a visitor is asked to confirm it, once', async () => {
  keepWanted('unlock:x1');
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
  keepWanted('unlock:x2');
  const screen = await showTo(MEMBER);
  await expect
    .element(screen.getByRole('button', { name: 'Desbloquear por R$ 19,90' }))
    .toBeVisible();
  expect(screen.container.querySelector('dialog')).toBeNull();
});
