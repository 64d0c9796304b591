// Turnstile in place of the proof of work: a server of its own, with a local stand-in for
// Cloudflare.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../api/platform/database/free-port.ts';
import {
  enterSite,
  fillRegistration,
  open,
  PASSWORD,
  registerByForm,
  loseSession,
} from './people.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

let server: ChildProcess;
let origin: string;
let provider: string;

test.beforeAll(async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  origin = `http://localhost:${port}`;
  provider = `http://127.0.0.1:${sandboxPort}`;
  server = spawn(process.execPath, ['tools/serve-fresh.mjs'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      E2E_HOME: '',
      CAMARIM_DEMO: 'false',
      TURNSTILE_SITE_KEY: '0x4CAMARIMSANDBOX',
      TURNSTILE_SECRET_KEY: '0x4CAMARIMSANDBOXSECRET',
      TURNSTILE_ORIGIN: provider,
    },
  });
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false, {
      timeout: 120_000,
    })
    .toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});
test.use({ baseURL: async ({ browserName: _any }, use) => use(origin) });

const widget = (page: Page) => page.frameLocator('iframe[title="Turnstile"]');
/** The site key that the page is given is another one, as Cloudflare's test keys are. */
const withSiteKey = (page: Page, siteKey: string) =>
  page.route('**/api/auth/captcha', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, siteKey } } });
  });

test(
  'a person registers, resets the password and logs in with Turnstile, loaded with the form only',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const asked: string[] = [];
    const violations: string[] = [];
    page.on(
      'request',
      (request) =>
        void (request.url().startsWith(provider) && asked.push(new URL(request.url()).pathname)),
    );
    page.on(
      'console',
      (line) => void (/Content.Security.Policy/i.test(line.text()) && violations.push(line.text())),
    );
    await enterSite(page);
    expect(asked).toEqual([]);
    await registerByForm(page, 'torniquete');
    expect(asked[0]).toBe('/turnstile/v0/api.js');
    await loseSession(page);
    await open(page, '/account/forgot');
    await page.locator('[name=email]').fill('torniquete@example.com');
    await page.locator('button[type=submit]').click();
    await expect(page.getByText('torniquete@example.com')).toBeVisible();
    await open(page, '/?dialog=login');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=username]').fill('torniquete');
    await dialog.locator('[name=password]').fill('errada de propósito');
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toContainText('Usuário ou senha incorretos');
    // The token is spent: the next attempt has one of its own.
    await dialog.locator('[name=password]').fill(PASSWORD);
    await dialog.locator('button[type=submit]').click();
    await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    expect(violations).toEqual([]);
  },
);

test(
  'the Turnstile widget follows language and theme, and the form waits for its answer',
  { tag: '@slow' },
  async ({ page }) => {
    await withSiteKey(page, '3x00000000000000000000FF');
    await enterSite(page, '/?dialog=login');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('status')).toHaveText(
      'Responda à verificação acima para continuar.',
    );
    await expect(dialog.locator('button[type=submit]')).toHaveCount(0);
    await expect(widget(page).locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(widget(page).locator('html')).toHaveAttribute('data-theme', 'dark');
    await widget(page).getByRole('checkbox').check();
    await expect(dialog.locator('button[type=submit]')).toBeVisible();
  },
);

test(
  'a failed Turnstile check is announced and can be tried again',
  { tag: '@slow' },
  async ({ page }) => {
    await withSiteKey(page, '2x00000000000000000000AB');
    await enterSite(page, '/?dialog=login');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'A verificação da Cloudflare não funcionou.' }),
    ).toBeVisible();
    await page.unroute('**/api/auth/captcha');
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(dialog.locator('button[type=submit]')).toBeVisible();
  },
);

test(
  'a blocked Turnstile script is reported and loaded again on request',
  { tag: '@slow' },
  async ({ page }) => {
    await page.route('**/turnstile/v0/api.js*', (route) => route.abort());
    await enterSite(page, '/?dialog=register');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'Se um bloqueador estiver ligado' }),
    ).toBeVisible();
    await page.unroute('**/turnstile/v0/api.js*');
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await fillRegistration(page, 'desbloqueada');
  },
);

test(
  'a Turnstile token that was not used in five minutes is replaced',
  { tag: '@slow' },
  async ({ page }) => {
    await page.clock.install();
    await enterSite(page, '/?dialog=login');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('button[type=submit]')).toBeVisible();
    const another = page.waitForResponse(
      (response) => response.url() === `${provider}/turnstile/token`,
    );
    await page.clock.fastForward(301_000);
    expect((await another).ok()).toBe(true);
    await expect(dialog.locator('button[type=submit]')).toBeVisible();
  },
);
