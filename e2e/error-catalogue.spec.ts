// The error catalogue (specification section 8), row by row, in the real application. The server
// makes the failures itself; only what it can't be made to say is put on the wire here.
import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import { logIn, open, PASSWORD, register, type Stored, storedBy } from './people.ts';

const NEWCOMER = `erra${Date.now() % 1_000_000}`;
const FOLLOW = '**/api/profiles/*/follow';
const PROFILE = '/irisveludo';
/** Long enough for a second toast, reload or call to show itself. */
const CALM_MS = 800;

const states: Record<'visitor' | 'member', Stored> = {
  visitor: { cookies: [], origins: [] },
  member: { cookies: [], origins: [] },
};
test.beforeAll(async ({ browser, baseURL }) => {
  states.visitor = await storedBy(browser, baseURL);
  states.member = await storedBy(browser, baseURL, (page) => register(page, NEWCOMER));
});

const followButton = (page: Page) =>
  page.getByRole('button', { name: /^(Seguir|Deixar de seguir .+)$/ }).first();
const toasts = (page: Page) => page.locator('[popover=manual] > div');
const home = (page: Page) => expect(page).toHaveURL(/\/$/);
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
const SESSION = ['token', 'refreshToken', 'userId'];
const refused = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, code, message, requestId: 'r' } });

const loadsOf = (page: Page): { count: number } => {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1;
  });
  return loads;
};

const arrive = async (
  browser: Browser,
  baseURL: string | undefined,
  storageState: Stored,
  path: string,
): Promise<Page> => {
  const page = await (
    await browser.newContext({ storageState, ...(baseURL && { baseURL }) })
  ).newPage();
  await open(page, path);
  return page;
};

/** What one row leaves behind, before the next one uses the same page. */
const tidy = async (page: Page): Promise<void> => {
  await page.unrouteAll();
  for (const toast of await toasts(page).all()) await toast.click();
};

test.describe('a member, whom a failure leaves where they are', () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await arrive(browser, baseURL, states.member, PROFILE);
  });
  test.afterEach(() => tidy(page));
  test.afterAll(() => page.context().close());

  test('400 with a message: a toast', async () => {
    await page.route(FOLLOW, (route) => route.continue({ postData: '{"following":"maybe"}' }));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Há campos para corrigir.']);
    await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
  });

  test('200 with a message: a toast', async () => {
    await page.route(FOLLOW, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), message: 'Você agora segue este perfil.' },
      });
    });
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Você agora segue este perfil.']);
  });

  test('402: the wallet opens with the tip to finish and the amount above it', async () => {
    await page.getByRole('button', { name: 'Mimo', exact: true }).first().click();
    const tip = page.getByRole('dialog');
    await tip.getByRole('button', { name: 'R$ 50,00', exact: true }).click();
    await tip.getByRole('button', { name: 'Enviar R$ 50,00' }).click();
    const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
    await expect(wallet.getByRole('radio', { name: 'R$ 100', exact: true })).toBeChecked();
    await expect(toasts(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(wallet).toBeHidden();
  });

  test('no answer: a toast; the press is undone', async () => {
    const before = await followButton(page).getAttribute('aria-pressed');
    await page.route(FOLLOW, (route) => route.abort('connectionrefused'));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Sem conexão. Verifique a internet e tente de novo.']);
    await expect(followButton(page)).toHaveAttribute('aria-pressed', before ?? '');
  });

  test('403 about one thing: its reason, and the person stays', async () => {
    await page.route(FOLLOW, refused(403, 'profile.blocked', 'O perfil está bloqueado.'));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['O perfil está bloqueado.']);
    await page.waitForTimeout(CALM_MS);
    expect(await cookieNames(page)).toEqual(expect.arrayContaining(SESSION));
  });

  test('at most two toasts, at the bottom in the middle, for four seconds', async () => {
    const sentences = ['um', 'dois', 'três'];
    for (const sentence of sentences) {
      await page.route(FOLLOW, refused(400, 'validate.invalid', sentence), { times: 1 });
      await followButton(page).click();
      await expect(toasts(page).last()).toHaveText(sentence);
    }
    const shownAt = Date.now();
    await expect(toasts(page)).toHaveText(['dois', 'três']);
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const box = (await toasts(page).last().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(Math.abs(box.x + box.width / 2 - size.width / 2)).toBeLessThan(20);
    expect(size.height - box.y - box.height).toBeLessThan(100);
    await page.waitForTimeout(3_000 - (Date.now() - shownAt));
    await expect(toasts(page).last()).toHaveText('três');
    await expect(toasts(page)).toHaveCount(0, { timeout: 2_500 });
  });

  test('401 with a session: renewed, and what was asked for is done without a word', async ({
    baseURL,
  }) => {
    const context = page.context();
    const before = await followButton(page).getAttribute('aria-pressed');
    await context.addCookies([{ name: 'token', value: 'worn-out', url: baseURL ?? '' }]);
    await followButton(page).click();
    await expect(followButton(page)).toHaveAttribute(
      'aria-pressed',
      before === 'true' ? 'false' : 'true',
    );
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === 'token')?.value)
      .not.toBe('worn-out');
    const kept = (await context.cookies()).filter(({ name }) => SESSION.includes(name));
    expect(kept).toHaveLength(3);
    for (const { expires } of kept)
      expect(Math.abs(expires - Date.now() / 1_000 - 604_800)).toBeLessThan(120);
    await expect(toasts(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
  });

  test('404: home, and the reason', async () => {
    await page.route(FOLLOW, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/profiles\/[^/]+/, 'profiles/01900000-0000-7000-8000-000000000000'),
      }),
    );
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Perfil não encontrado.']);
    await home(page);
  });
});

test.describe('a member whose session ends', () => {
  test.use({ storageState: ({ browserName: _name }, use) => use(states.visitor) });
  test.beforeEach(async ({ page }) => {
    await logIn(page, NEWCOMER, PASSWORD);
    await page.evaluate(() => localStorage.setItem('camarim.sounds', 'on'));
    await open(page, PROFILE);
  });
  const isOut = async (page: Page) => {
    await home(page);
    await expect(page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' })).toBeVisible();
    expect((await cookieNames(page)).filter((name) => SESSION.includes(name))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('camarim.sounds'))).toBeNull();
  };

  test('403: logged out', async ({ page }) => {
    await page.route(
      FOLLOW,
      refused(403, 'auth.forbidden', 'Você não tem permissão para fazer isso.'),
    );
    await followButton(page).click();
    await isOut(page);
  });

  test('ended on another device: the page is left within five seconds, without a press', async ({
    page,
    browser,
    baseURL,
  }) => {
    const other = await (
      await browser.newContext({ storageState: states.visitor, ...(baseURL && { baseURL }) })
    ).newPage();
    await logIn(other, NEWCOMER, PASSWORD);
    expect(
      await other.evaluate(() =>
        fetch('/api/profiles/sessions', { method: 'DELETE', headers: { 'x-origin': 'CAM' } }).then(
          ({ status }) => status,
        ),
      ),
    ).toBe(200);
    await expect(page).toHaveURL(/\/$/, { timeout: 5_000 });
    await isOut(page);
    await other.context().close();
  });

  test('a renewal that is refused: cookies cleared, home', async ({ page, context, baseURL }) => {
    await context.addCookies(
      ['token', 'refreshToken'].map((name) => ({ name, value: 'worn-out', url: baseURL ?? '' })),
    );
    await followButton(page).click();
    await isOut(page);
  });
});

test.describe('a visitor', () => {
  test.use({ storageState: ({ browserName: _name }, use) => use(states.visitor) });

  test('401 without a session: cookies cleared, home', async ({ page, context, baseURL }) => {
    await open(page, '/?explore');
    await context.addCookies([{ name: 'userId', value: 'left-over', url: baseURL ?? '' }]);
    await page.route(
      '**/api/publics/profiles/online?*',
      refused(401, 'auth.required', 'Entre na sua conta para continuar.'),
      { times: 1 },
    );
    // The search box comes alive a moment after the page.
    await expect(async () => {
      if (page.url().includes('explore')) {
        await page.getByRole('searchbox').fill('', { timeout: 500 });
        await page.getByRole('searchbox').fill('bruma', { timeout: 500 });
      }
      await expect(page).toHaveURL(/\/$/, { timeout: 5_000 });
    }).toPass();
    await expect.poll(() => cookieNames(page)).not.toContain('userId');
  });

  test('a call that was cancelled is no failure', async ({ page }) => {
    await page.route('**/api/auth/captcha', () => undefined);
    const asked = page.waitForRequest('**/api/auth/captcha');
    await open(page, '/?dialog=login');
    await asked;
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/auth/captcha'),
    );
    await page.keyboard.press('Escape');
    expect((await cancelled).failure()?.errorText).toContain('ABORTED');
    await page.waitForTimeout(CALM_MS);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('a log-in that is refused says so in its dialog and nothing more', async ({ page }) => {
    await open(page, '/?dialog=login');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=username]').fill('ninguem');
    await dialog.locator('[name=password]').fill('senha errada demais');
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toContainText(
      'Usuário ou senha incorretos. O e-mail só serve para entrar depois de confirmado.',
    );
    await expect(dialog.locator('button[type=submit]')).not.toHaveAttribute('aria-busy', 'true');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('a part of a page that is gone: one reload, then the error page', async ({ page }) => {
    await open(page, '/');
    const loads = loadsOf(page);
    await page.route('**/assets/LoginDialog-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Erro' })).toBeVisible();
    await page.waitForTimeout(CALM_MS);
    expect(loads.count).toBe(1);
  });

  test('the code of a page that is gone: a reload, at most once a minute', async ({ page }) => {
    await open(page, '/');
    const loads = loadsOf(page);
    await page.route('**/assets/request.page-*.js', (route) => route.abort());
    const follow = () => page.getByRole('link', { name: 'Torne-se um(a) modelo' }).first().click();
    await follow();
    await expect.poll(() => loads.count).toBe(1);
    await page.waitForSelector('html[data-ready]');
    await follow();
    await expect(toasts(page)).toHaveText(['Não deu para carregar isto agora.']);
    await page.waitForTimeout(CALM_MS);
    expect(loads.count).toBe(1);
    // The next press is the browser's own, and leads there.
    await follow();
    await expect.poll(() => loads.count).toBe(2);
  });

  for (const [locale, told, back] of [
    ['pt', 'Esta página não foi encontrada', 'Voltar para a página inicial'],
    ['en', 'This page could not be found', 'Back to the home page'],
    ['es', 'No se encontró esta página', 'Volver a la página de inicio'],
  ] as const) {
    test(`an address that is no page, in ${locale}`, async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }]);
      expect((await page.goto('/no/such/page'))?.status()).toBe(404);
      await page.waitForSelector('html[data-ready]');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(told);
      await expect(page.getByText('404', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: back }).click();
      await home(page);
    });
  }

  test('a profile that is not there says so', async ({ page }) => {
    expect((await page.goto('/ninguem-mesmo'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perfil não encontrado.');
    await expect(page.getByRole('link', { name: 'Voltar para a página inicial' })).toBeVisible();
  });

  test('a page whose server fails: 500, "Error" by default', async ({ page }) => {
    await open(page, '/?explore');
    // The list comes alive a moment after the page; before that a link is the browser's own.
    await page.waitForLoadState('networkidle');
    await page.route(
      '**/api/publics/profiles/irisveludo',
      refused(500, 'server.failure', 'Algo deu errado do nosso lado. Tente de novo.'),
    );
    await page.locator('a[href="/irisveludo"]').first().click();
    await expect(page.getByRole('heading', { name: 'Erro', exact: true })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByText('500', { exact: true })).toBeVisible();
  });

  test('a link whose token is not good says so', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'locale', value: 'en', url: baseURL ?? '' }]);
    await open(page, '/account/confirm#not-a-token');
    await page.getByRole('main').getByRole('button').first().click();
    await expect(page.getByText("Token is invalid or wasn't found")).toBeVisible();
  });
});
