// Social log-in: out to a real OpenID provider of this test, through its forms, and back; and its
// failures.
import { expect, type Page, test } from '@playwright/test';
import {
  type LocalIdentityProvider,
  startIdentityProvider,
} from '../api/testing/identity/identity-provider.ts';
import { createSession, enterSite, open, walletButton, loseSession } from './people.ts';

const SESSION = ['token', 'refreshToken', 'userId'];
/** A newcomer of the main path, and one of the other that begins at a members' page. */
const RESIDENT = `vizinha${Date.now() % 1_000_000}`;
const GUEST = `visita${Date.now() % 1_000_000}`;
const EMAIL = `${RESIDENT}@example.com`;

let identityProvider: LocalIdentityProvider;
test.beforeAll(async ({ baseURL }) => {
  identityProvider = await startIdentityProvider({
    port: Number(process.env['E2E_PROVIDER_PORT']),
    returnUrls: [`${baseURL}/account/google`],
  });
  for (const login of [RESIDENT, GUEST])
    identityProvider.accounts.set(login, {
      name: 'Vizinha Nova',
      email: `${login}@example.com`,
      email_verified: true,
    });
});
test.afterAll(() => identityProvider.close());

const social = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Continuar com Google' });
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

const goToProvider = async (page: Page): Promise<void> => {
  await enterSite(page, '/?dialog=login');
  await social(page).click();
  await page.waitForURL(`${identityProvider.origin}/**`);
};

const logInAtProvider = async (page: Page, login = RESIDENT): Promise<void> => {
  await page.locator('[name=login]').fill(login);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit], input[type=submit]').first().click();
  await page.locator('button[type=submit], input[type=submit]').first().click();
};

test('a newcomer registers through an identity provider and is recognised the next time', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await goToProvider(page);
  await logInAtProvider(page);
  await page.waitForURL(`${baseURL}/account/google`);
  await expect(page.getByRole('heading', { name: 'Quase lá' })).toBeVisible();
  await expect(
    page.getByText(`Sua conta fica com o e-mail ${EMAIL}, já confirmado.`),
  ).toBeVisible();
  await expect(page.locator('[name=name]')).toHaveValue('Vizinha Nova');
  await page.locator('[name=username]').fill(RESIDENT);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(walletButton(page)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(`${baseURL}/`);

  await loseSession(page);
  await open(page, '/?dialog=login');
  await social(page).click();
  // The session at the provider continues, so it asks for consent only.
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(walletButton(page)).toBeVisible({ timeout: 30_000 });
  expect(await cookieNames(page)).toEqual(expect.arrayContaining(SESSION));
});

test(
  'an identity provider that does not answer leaves the page with an error message',
  { tag: '@slow' },
  async ({ page }) => {
    await enterSite(page);
    await page.route('**/api/auth/google*', (route) =>
      route.fulfill({
        status: 503,
        json: {
          success: false,
          code: 'identity.unavailable',
          message: 'O Google não respondeu.',
          requestId: 'r',
        },
      }),
    );
    await open(page, '/?dialog=login');
    await social(page).click();
    await expect(page.getByRole('dialog').getByText('O Google não respondeu.')).toBeVisible();
    await expect(page.getByText('Indo para Google…')).toHaveCount(0);
    await expect(social(page)).toBeEnabled();
  },
);

test(
  'a social log-in that the provider refuses can be tried again and keeps a session in force',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(120_000);
    await createSession(page.context(), 'davi');
    await open(page, '/account/google?code=made-up&state=of-another-browser');
    await expect(
      page.getByRole('heading', { name: 'Não foi possível entrar com Google' }),
    ).toBeVisible();
    expect(await cookieNames(page)).toEqual(expect.arrayContaining(SESSION));

    const begun = await page.evaluate(
      async () =>
        ((await (await fetch('/api/auth/google')).json()) as { data: { url: string } }).data.url,
    );
    await open(
      page,
      `/account/google?code=made-up&state=${new URL(begun).searchParams.get('state')}`,
    );
    await expect(
      page.getByRole('heading', { name: 'Não foi possível entrar com Google' }),
    ).toBeVisible();
    await expect(page.getByText('Confirmando com Google…')).toHaveCount(0);
    expect(await cookieNames(page)).toEqual(expect.arrayContaining(SESSION));
    await expect(walletButton(page)).toBeVisible();
    // The code and state leave the history.
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Tentar de novo' }).click();
    await expect(walletButton(page)).toBeVisible();
  },
);

test(
  'a social log-in leads to the page that was requested',
  { tag: '@slow' },
  async ({ page, baseURL }) => {
    test.setTimeout(120_000);
    await enterSite(page);
    await open(page, '/settings/sessions');
    await expect(
      page.getByRole('dialog').getByText('Para abrir a página que você pediu'),
    ).toBeVisible();
    await social(page).click();
    await page.waitForURL(`${identityProvider.origin}/**`);
    await logInAtProvider(page, GUEST);
    await page.locator('[name=username]').fill(GUEST);
    await page.getByRole('main').locator('button[type=submit]').click();
    await page.waitForURL(`${baseURL}/settings/sessions`);
  },
);

test(
  'a social log-in that was cancelled at the provider says so',
  { tag: '@slow' },
  async ({ page }) => {
    await enterSite(page, '/account/google?error=access_denied&state=x');
    await expect(page.getByText('Você voltou sem concluir.')).toBeVisible();
    await page.getByRole('link', { name: 'Tentar de novo' }).click();
    await expect(social(page)).toBeVisible();
  },
);
