// The way back to one's own show, in the header of every page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useLocation, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { installTransport } from '../../client/api/api.ts';
import { installPages } from '../../client/navigation.ts';
import { DEFAULT_PREFERENCES } from '../../client/preferences.ts';
import type { User } from '../../client/session/session.ts';
import { m } from '../../paraglide/messages.js';
import { pageExists } from '../access.ts';
import MemberActions from './MemberActions.tsx';

beforeEach(() => {
  installPages(pageExists);
  installTransport(async ({ path }) => {
    const data = path.endsWith('/unread')
      ? { count: 0, flags: { chat: false } }
      : path.endsWith('/earnings-balance')
        ? { available: 0, pending: 0 }
        : [];
    return { status: 200, body: { success: true, data } };
  });
});
afterEach(() => page.viewport(414, 896));

const show = (producer: boolean) => {
  const user = {
    email: 'bia@example.com',
    profile: { id: 'bia', producer, domainName: 'bia', exibitionName: 'Bia' },
  } as unknown as User;
  const Header = () => {
    const { pathname } = useLocation();
    return (
      <>
        <output>{pathname}</output>
        <MemberActions user={user} />
      </>
    );
  };
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      loader: () => ({ user, preferences: DEFAULT_PREFERENCES }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Header /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/earnings']} />
    </QueryClientProvider>,
  );
};

test.each([360, 768, 1_440])(
  'the header of a producer leads from any page back to the show that is on air, at %i px',
  async (width) => {
    await page.viewport(width, 800);
    const screen = await show(true);
    const link = screen.getByRole('link', { name: m.go_live(), exact: true });
    await expect.element(link).toBeVisible();
    await link.click();
    await expect.element(screen.getByText('/live', { exact: true })).toBeInTheDocument();
  },
);

test('the header of a member has no show to lead to', async () => {
  const screen = await show(false);
  await expect.element(screen.getByRole('link', { name: m.menu_edit_profile() })).toBeVisible();
  expect(screen.getByRole('link', { name: m.go_live(), exact: true }).elements()).toEqual([]);
});
