// Access redirects in the browser (specification section 2): the same rows that redirects.test.ts
// asks of the server, by navigating inside the app. Redirects of people who wait for approval are
// in become-producer.spec.ts.
import { expect, test } from '@playwright/test';
import { allAtHome, allThere, goInside, PAGES, visit } from './pages.ts';
import {
  createAccount,
  enterSite,
  fillRegistration,
  logIn,
  logInByForm,
  open,
  PASSWORD,
  registerByForm,
  type StoredSession,
  storeSession,
  loseSession,
} from './people.ts';

const OPEN_TO_VISITORS = [
  '/account/forgot',
  '/account/reset',
  '/account/terms',
  '/account/privacy',
  '/account/cookies',
  '/account/remove',
  '/account/request',
  '/account/confirm',
  '/account/age',
  '/account/age/return',
  '/account/team',
  '/account/unsubscribe',
  '/performer',
  '/removal',
  '/removal/follow',
  '/help/contest',
  '/transparency',
  '/help',
  '/irisveludo',
  '/irisveludo/posts/x',
  '/irisveludo/live',
  '/search',
  '/tags/x',
];
/** Open pages that redirect: to a dialog, or after an identity provider. */
const LEADING_ON = [
  '/',
  '/account/login',
  '/account/register',
  '/account/password',
  '/account/google',
  '/account/facebook',
  '/account/twitter',
];
const CLOSED_TO_VISITORS = PAGES.filter(
  (path) => !OPEN_TO_VISITORS.includes(path) && !LEADING_ON.includes(path),
);

test('every page is either listed as open to visitors or closed to them', () => {
  expect(OPEN_TO_VISITORS.filter((path) => !PAGES.includes(path))).toEqual([]);
  expect(CLOSED_TO_VISITORS).toEqual(
    expect.arrayContaining([
      '/wallet',
      '/earnings',
      '/posts',
      '/settings/sessions',
      '/account/contract',
      '/dsb/producer',
    ]),
  );
});

/** Some pages of each kind; the slow suite visits all. */
const SOME_OPEN = ['/account/terms', '/help', '/irisveludo', '/search'];
const SOME_CLOSED = ['/wallet', '/posts', '/dsb/producer'];

for (const [extent, closed, open, tag] of [
  ['some public pages', SOME_CLOSED, SOME_OPEN, []],
  ['each public page', CLOSED_TO_VISITORS, OPEN_TO_VISITORS, ['@slow']],
] as const)
  test(
    `a visitor opens ${extent} and is sent home from as many of the others`,
    { tag: [...tag] },
    async ({ page }) => {
      await enterSite(page);
      await page.evaluate(() => Object.assign(window, { untouched: true }));
      expect(await visit(page, closed)).toEqual(allAtHome(closed));
      await expect(page.getByRole('dialog')).toContainText('Para abrir a página que você pediu');
      expect(await visit(page, open)).toEqual(allThere(open));
      expect(await goInside(page, '/no/such/page')).toBe('/no/such/page');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Esta página não foi encontrada',
      );
      await page.getByRole('link', { name: 'Voltar para a página inicial' }).click();
      await expect(page).toHaveURL(/\/$/);
      expect(await goInside(page, '/account/login')).toBe('/');
      await expect(page.getByRole('dialog')).toContainText('Entrar');
      expect(await goInside(page, '/account/password')).toBe('/account/forgot');
      expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
    },
  );

test("a visitor with a link to a members' page reaches it after registering or logging in", async ({
  page,
}) => {
  const name = `volta${Date.now() % 1_000_000}`;
  await enterSite(page, '/settings/data');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Para abrir a página que você pediu');
  await dialog.getByRole('link', { name: 'Cadastre-se GRÁTIS' }).click();
  await fillRegistration(page, name);
  await expect(page).toHaveURL(/\/settings\/data$/);

  await loseSession(page);
  await open(page, '/settings/sessions');
  await dialog.locator('[name=username]').fill(name);
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/settings\/sessions$/);

  await loseSession(page);
  await open(page, '/wallet');
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe('a logged-in person', () => {
  let member: StoredSession;
  test.beforeAll(async ({ browser, baseURL }) => {
    member = await storeSession(browser, baseURL, (context) =>
      createAccount(context, `caminha${Date.now() % 1_000_000}`),
    );
  });

  test(
    'the own picture leads a member to their data and a producer to their own page',
    { tag: '@slow' },
    async ({ browser, baseURL }) => {
      const page = await (
        await browser.newContext({ storageState: member, ...(baseURL && { baseURL }) })
      ).newPage();
      await open(page, '/wallet');
      await page.getByRole('banner').getByRole('link', { name: 'Editar perfil' }).click();
      await expect(page).toHaveURL(/\/settings\/edit-profile$/);
      await loseSession(page);
      await logIn(page, 'irisveludo');
      await page.getByRole('banner').getByRole('link', { name: 'Meu perfil' }).click();
      await expect(page).toHaveURL(/\/irisveludo$/);
      await page.context().close();
    },
  );
});

test(
  'a person reads the language of the profile from the log-in on, for a year',
  { tag: '@slow' },
  async ({ page, context }) => {
    const name = `idioma${Date.now() % 1_000_000}`;
    const localeCookie = async () =>
      (await context.cookies()).find((cookie) => cookie.name === 'locale');
    const inAYear = (expires: number) =>
      expect(Math.abs(expires - Date.now() / 1_000 - 365 * 86_400)).toBeLessThan(300);
    await enterSite(page);
    await registerByForm(page, name);
    expect((await localeCookie())?.value).toBe('pt');
    inAYear((await localeCookie())?.expires ?? 0);

    // Another device of the same person, with Spanish chosen.
    await loseSession(page);
    await context.clearCookies({ name: 'locale' });
    await open(page, '/');
    await page.getByRole('button', { name: 'Menu', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    expect((await localeCookie())?.value).toBe('es');
    inAYear((await localeCookie())?.expires ?? 0);
    await logInByForm(page, name, PASSWORD);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
    expect((await localeCookie())?.value).toBe('pt');
  },
);
