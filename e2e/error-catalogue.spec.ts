// The error catalogue (specification section 8), row by row, in the real application. The server
// produces the failures itself; replies that it cannot be made to give are stubbed here.
import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import {
  call,
  createAccount,
  createSession,
  logIn,
  open,
  PASSWORD,
  ready,
  type StoredSession,
  storeSession,
} from './people.ts';

const NEWCOMER = `erra${Date.now() % 1_000_000}`;
const FOLLOW = '**/api/profiles/*/follow';
const PROFILE = '/irisveludo';
/** Long enough for a second toast, reload or call to appear. */
const CALM_MS = 800;

const states: Record<'visitor' | 'member', StoredSession> = {
  visitor: { cookies: [], origins: [] },
  member: { cookies: [], origins: [] },
};
test.beforeAll(async ({ browser, baseURL }) => {
  states.visitor = await storeSession(browser, baseURL);
  states.member = await storeSession(browser, baseURL, (context) =>
    createAccount(context, NEWCOMER),
  );
});

const followButton = (page: Page) =>
  page.getByRole('button', { name: /^(Seguir|Seguindo: .+)$/ }).first();
const toasts = (page: Page) => page.locator('[popover=manual] > div');
type ShownToasts = { texts: string[]; fromMiddle: number; fromBottom: number };

/**
 * Returns what has been shown from now on, each time that it changed. The page records it, because
 * a busy machine can take longer to look than a toast lasts (four seconds, which
 * Toasts.browser.test.tsx counts by a clock of its own).
 */
const watchToasts = async (page: Page): Promise<() => Promise<ShownToasts[]>> => {
  const record = await page.evaluateHandle(() => {
    const changes: ShownToasts[] = [];
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[popover=manual] > div')];
      const last = shown.at(-1)?.getBoundingClientRect();
      if (last)
        changes.push({
          texts: shown.map(({ textContent }) => textContent),
          fromMiddle: last.x + last.width / 2 - innerWidth / 2,
          fromBottom: innerHeight - last.bottom,
        });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return changes;
  });
  return () => record.jsonValue();
};
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
  storageState: StoredSession,
  path: string,
): Promise<Page> => {
  const page = await (
    await browser.newContext({ storageState, ...(baseURL && { baseURL }) })
  ).newPage();
  await open(page, path);
  return page;
};

/** Removes what one test leaves behind before the next one uses the same page. */
const tidy = async (page: Page): Promise<void> => {
  await page.unrouteAll();
  // By its handle: one that has ended by itself is not waited for.
  for (const toast of await toasts(page).elementHandles()) await toast.dispatchEvent('click');
};

test.describe('a failed call of a member', () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await arrive(browser, baseURL, states.member, PROFILE);
  });
  test.afterEach(() => tidy(page));
  test.afterAll(() => page.context().close());

  test('a failed call with status 400 and a message shows a toast', async () => {
    await page.route(FOLLOW, (route) => route.continue({ postData: '{"following":"maybe"}' }));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Há campos para corrigir.']);
    await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
  });

  test('a failed call with status 200 and a message shows a toast', async () => {
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

  test('a failed call with status 402 opens the wallet with the tip to finish and a sufficient amount', async () => {
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

  test('a failed call without a reply shows a toast and undoes the optimistic change', async () => {
    const before = await followButton(page).getAttribute('aria-pressed');
    await page.route(FOLLOW, (route) => route.abort('connectionrefused'));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['Sem conexão. Verifique a internet e tente de novo.']);
    await expect(followButton(page)).toHaveAttribute('aria-pressed', before ?? '');
  });

  test('a failed call with status 403 about one thing shows the reason and stays on the page', async () => {
    await page.route(FOLLOW, refused(403, 'profile.blocked', 'O perfil está bloqueado.'));
    await followButton(page).click();
    await expect(toasts(page)).toHaveText(['O perfil está bloqueado.']);
    await page.waitForTimeout(CALM_MS);
    expect(await cookieNames(page)).toEqual(expect.arrayContaining(SESSION));
  });

  test('failed calls show at most two toasts, at the bottom in the middle', async () => {
    const seen = await watchToasts(page);
    for (const sentence of ['um', 'dois', 'três']) {
      await page.route(FOLLOW, refused(400, 'validate.invalid', sentence), { times: 1 });
      await followButton(page).click();
      await expect.poll(async () => (await seen()).at(-1)?.texts).toContain(sentence);
    }
    const shown = await seen();
    expect(shown.map(({ texts }) => texts)).toContainEqual(['dois', 'três']);
    for (const { texts, fromMiddle, fromBottom } of shown) {
      expect(texts.length).toBeLessThanOrEqual(2);
      expect(Math.abs(fromMiddle)).toBeLessThan(20);
      expect(fromBottom).toBeLessThan(100);
    }
    await expect(toasts(page)).toHaveCount(0);
  });

  test('a failed call with status 401 renews the session and repeats the call silently', async ({
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

  test('a failed call with status 404 goes home and shows the reason', async () => {
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

test.describe('a member whose session ended', { tag: '@slow' }, () => {
  // Each log-in proves the age again: one proof that many addresses use is refused.
  test.beforeEach(async ({ page }) => {
    await logIn(page, NEWCOMER, PASSWORD, PROFILE);
    await page.evaluate(() => localStorage.setItem('camarim.sounds', 'on'));
  });
  const isOut = async (page: Page) => {
    await home(page);
    await expect(page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' })).toBeVisible();
    expect((await cookieNames(page)).filter((name) => SESSION.includes(name))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('camarim.sounds'))).toBeNull();
  };

  test('a member whose session ended is logged out by a call with status 403', async ({ page }) => {
    await page.route(
      FOLLOW,
      refused(403, 'auth.forbidden', 'Você não tem permissão para fazer isso.'),
    );
    await followButton(page).click();
    await isOut(page);
  });

  test('a member whose session another device ended leaves the page within five seconds', async ({
    page,
    browser,
    baseURL,
  }) => {
    const other = await browser.newContext(baseURL ? { baseURL } : {});
    await createSession(other, NEWCOMER, PASSWORD);
    await call(other, 'DELETE', '/profiles/sessions');
    await expect(page).toHaveURL(/\/$/, { timeout: 5_000 });
    await isOut(page);
    await other.close();
  });

  test('a member whose session can’t be renewed goes home without cookies', async ({
    page,
    context,
    baseURL,
  }) => {
    // Not before the press: a call that the page makes by itself would log it out first.
    await page.route(FOLLOW, async (route) => {
      await context.addCookies(
        ['token', 'refreshToken'].map((name) => ({
          name,
          value: 'worn-out',
          url: baseURL ?? '',
        })),
      );
      await route.continue();
    });
    await followButton(page).click();
    await isOut(page);
  });
});

test.describe('a visitor', { tag: '@slow' }, () => {
  test.use({ storageState: ({ browserName: _name }, use) => use(states.visitor) });

  test('a visitor goes home without cookies after a call with status 401', async ({
    page,
    context,
    baseURL,
  }) => {
    await open(page, '/?explore');
    await context.addCookies([{ name: 'userId', value: 'left-over', url: baseURL ?? '' }]);
    await page.route(
      '**/api/publics/profiles/online?*',
      refused(401, 'auth.required', 'Entre na sua conta para continuar.'),
      { times: 1 },
    );
    // The list is hydrated a moment after the page; before that a link is the browser's own.
    await expect(page.locator('main [data-waiting]')).toHaveCount(0);
    await page
      .getByRole('navigation', { name: 'Filtros' })
      .getByRole('link', { name: 'Grátis' })
      .click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => cookieNames(page)).not.toContain('userId');
  });

  test('a visitor sees no failure for a call that was cancelled', async ({ page }) => {
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

  test('a visitor sees a refused log-in in its dialog only', async ({ page }) => {
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

  test('a visitor gets one reload and then the error page when the code of a dialog is gone', async ({
    page,
  }) => {
    await open(page, '/');
    const loads = loadsOf(page);
    await page.route('**/assets/LoginDialog-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Erro' })).toBeVisible();
    await page.waitForTimeout(CALM_MS);
    expect(loads.count).toBe(1);
  });

  test('a visitor gets a reload at most once a minute when the code of a page is gone', async ({
    page,
  }) => {
    await open(page, '/');
    const loads = loadsOf(page);
    await page.route('**/assets/request.page-*.js', (route) => route.abort());
    const follow = () => page.getByRole('link', { name: 'Torne-se um(a) modelo' }).first().click();
    await follow();
    await expect.poll(() => loads.count).toBe(1);
    await ready(page);
    await follow();
    await expect(toasts(page)).toHaveText(['Não deu para carregar isto agora.']);
    await page.waitForTimeout(CALM_MS);
    expect(loads.count).toBe(1);
    // The next press is the browser's own, and leads there.
    await follow();
    await expect.poll(() => loads.count).toBe(2);
  });

  for (const [locale, title, back] of [
    ['en', 'This page could not be found', 'Back to the home page'],
    ['es', 'No se encontró esta página', 'Volver a la página de inicio'],
  ] as const) {
    test(`a visitor gets the document "not found" in ${locale}`, async ({ context, baseURL }) => {
      await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }]);
      const response = await context.request.get('/no/such/page');
      expect(response.status()).toBe(404);
      const html = await response.text();
      expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(html).toContain(back);
    });
  }

  test('a visitor gets the page "not found", which leads home', async ({ page }) => {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Esta página não foi encontrada',
    );
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar para a página inicial' }).click();
    await home(page);
  });

  test('a visitor reads that a profile does not exist', async ({ page }) => {
    expect((await page.goto('/ninguem-mesmo'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Não existe página nem perfil neste endereço',
    );
    await expect(page.getByRole('link', { name: 'Voltar para a página inicial' })).toBeVisible();
  });

  test('a visitor reads "Error" and 500 when the server of a page fails', async ({ page }) => {
    await open(page, '/?explore');
    // The list is hydrated a moment after the page; before that a link is the browser's own.
    await expect(page.locator('main [data-waiting]')).toHaveCount(0);
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

  test('a visitor reads that the token of a link is invalid', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'locale', value: 'en', url: baseURL ?? '' }]);
    await open(page, '/account/confirm#not-a-token');
    await page.getByRole('main').getByRole('button').first().click();
    await expect(page.getByText("Token is invalid or wasn't found")).toBeVisible();
  });
});
