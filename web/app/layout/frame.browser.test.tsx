// The parts of the frame in a browser: the navigation items of a member at each width, the footer,
// and the banner that asks to confirm the email.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import ConfirmBanner from '../../features/auth/ConfirmBanner.tsx';
import { installPages } from '../../client/navigation.ts';
import { DEFAULT_PREFERENCES } from '../../client/preferences.ts';
import type { Session, User } from '../../client/session/session.ts';
import { pageExists } from '../access.ts';
import { Footer } from './Footer.tsx';
import NavBar from './NavBar.tsx';

const user = (producer: boolean) =>
  ({
    email: 'bia@example.com',
    chatNotification: false,
    profile: { producer, domainName: 'bia', exibitionName: 'Bia', activeCam: producer },
  }) as User;

const session = (part: Partial<Session>): Session => ({
  user: null,
  preferences: DEFAULT_PREFERENCES,
  publicUrl: '',
  age: { requires: 'declaration', proven: true, offers: [], contestable: false },
  hooks: null,
  identities: [],
  site: {},
  ...part,
});

/** A component inside the root's session. */
const show = (Part: ComponentType, part: Partial<Session>, path = '/earnings') => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path,
      loader: () => session(part),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Part /> : null),
    },
  ]);
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Stub initialEntries={[path]} />
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  installPages(pageExists);
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { count: 0 } }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  document.cookie = 'confirmLater=; Path=/; Max-Age=0';
  await page.viewport(414, 896);
});

const visibleLinks = (nav: Element): string[] =>
  [...nav.querySelectorAll('a, button')]
    .filter((link) => (link as HTMLElement).offsetParent !== null)
    .map((link) => link.textContent?.trim() ?? '');
const wordIsSeen = (nav: Element, word: string): boolean => {
  const text = [...nav.querySelectorAll('span')].find((span) => span.textContent === word);
  return (text?.getBoundingClientRect().width ?? 0) > 1;
};

test('the sidebar of the dashboard has the pages that the role may open, and marks the present one', async () => {
  await page.viewport(1440, 900);
  const staff = { ...user(false), staffRole: 'finance' } as User;
  const screen = await show(() => <NavBar user={staff} />, { user: staff }, '/dsb/debts');
  await expect.element(screen.getByRole('link', { name: 'Movimentos' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Dívidas' }))
    .toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Denúncias' }).query()).toBeNull();
});

test('the sidebar of the dashboard is scrolled to the page that is open', async () => {
  await page.viewport(1440, 500);
  const staff = { ...user(false), staffRole: 'owner' } as User;
  const screen = await show(() => <NavBar user={staff} />, { user: staff }, '/dsb/audit');
  const present = screen.getByRole('link', { name: 'Registro de ações' });
  await expect.element(present).toHaveAttribute('aria-current', 'page');
  await expect
    .poll(() => present.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(500);
});

test('the bar of a producer on a phone has messages, a new post and earnings within reach', async () => {
  await page.viewport(360, 780);
  const screen = await show(() => <NavBar user={user(true)} />, {});
  const nav = screen.getByRole('navigation', { name: 'Navegação principal' });
  await expect.element(nav).toBeVisible();
  expect(visibleLinks(nav.element())).toEqual(['Início', 'Mensagens', 'Novo post', 'Ganhos', 'Eu']);
  expect(nav.element().getBoundingClientRect().bottom).toBeCloseTo(780, 0);
});

test('a tablet shows icons alone, whose names assistive technology still reads, a desktop icons with words', async () => {
  await page.viewport(800, 900);
  const screen = await show(() => <NavBar user={user(true)} />, {});
  const nav = screen.getByRole('navigation', { name: 'Navegação principal' });
  await expect.element(nav.getByRole('link', { name: 'Calendário' })).toBeVisible();
  expect(wordIsSeen(nav.element(), 'Calendário')).toBe(false);
  expect(nav.element().getBoundingClientRect().width).toBe(72);
  await page.viewport(1_200, 900);
  expect(wordIsSeen(nav.element(), 'Calendário')).toBe(true);
  expect(visibleLinks(nav.element())).not.toContain('Eu');
});

test('the navigation item of the page that is open is marked', async () => {
  await page.viewport(1_200, 900);
  const screen = await show(() => <NavBar user={user(true)} />, {});
  await expect
    .element(screen.getByRole('link', { name: 'Ganhos' }))
    .toHaveAttribute('aria-current', 'page');
  expect(screen.container.querySelectorAll('[aria-current]')).toHaveLength(1);
});

test('the footer of a visitor has the lines that the operator has set, and the help', async () => {
  const screen = await show(Footer, {
    site: {
      company: 'Camarim Ltda · CNPJ 12.345.678/0001-90',
      contact: 'mailto:ola@example.com',
      report: 'https://example.com/denuncia',
    },
  });
  await expect.element(screen.getByText('Camarim Ltda · CNPJ 12.345.678/0001-90')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Contato' }))
    .toHaveAttribute('href', 'mailto:ola@example.com');
  await expect
    .element(screen.getByRole('link', { name: 'Denunciar conteúdo' }))
    .toHaveAttribute('href', 'https://example.com/denuncia');
  await expect
    .element(screen.getByRole('link', { name: 'Ajuda' }))
    .toHaveAttribute('href', '/help');
});

test('the footer says the year of the clock', async () => {
  vi.useFakeTimers({ now: new Date('2031-01-02T12:00:00Z'), toFake: ['Date'] });
  const screen = await show(Footer, {});
  await expect.element(screen.getByText('© 2024–2031 Camarim')).toBeVisible();
  vi.useRealTimers();
});

test('the banner about the email is one line on a phone, and stays away once it is put away', async () => {
  await page.viewport(360, 780);
  const Banner = () => <ConfirmBanner email="bia@example.com" />;
  const screen = await show(Banner, { user: user(false) });
  const banner = screen.getByRole('complementary', { name: 'Confirmar e-mail' });
  await expect.element(banner).toBeVisible();
  expect(banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(52);
  await screen.getByRole('button', { name: 'Agora não' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  expect(document.cookie).toContain('confirmLater=1');
});

test('the banner that was put away today is not shown on the next page', async () => {
  const Banner = () => <ConfirmBanner email="bia@example.com" />;
  const screen = await show(Banner, {
    user: user(false),
    preferences: { ...DEFAULT_PREFERENCES, confirmLater: true },
  });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(screen.container.textContent).toBe('');
});
