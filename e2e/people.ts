// Steps that journeys share: log-in, registration, payments.
import { execFileSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { solveCaptcha } from '../api/api-client.ts';
import type { StaffRole } from '../contract/staff.ts';
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

export const DEMO_PASSWORD = 'camarim-demonstra';
export const PASSWORD = 'cavalo-bateria-grampo';

/** Opens a page and waits until it is hydrated. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await ready(page);
};

/**
 * Waits until the page is hydrated; a visitor's is at the first sign of use: here the pointer
 * moves.
 */
export const ready = async (page: Page): Promise<void> => {
  // Moved again until then: a page that is being left takes no notice.
  await expect(async () => {
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await expect(page.locator('html')).toHaveAttribute('data-ready', '', { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
};

/** Passes the gate and answers the cookie notice, by pressing. */
export const passGate = async (page: Page, path = '/'): Promise<void> => {
  await open(page, path);
  await page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }).click();
  const essential = page.getByRole('button', { name: 'Só os essenciais' });
  await essential.click();
  // Before hydration its form loads the page again.
  await expect(essential).toHaveCount(0);
  // Waits for the cookie, which could otherwise overwrite one that a test sets next.
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'cookies'))
    .toBe(true);
};

/** Opens a page as a visitor who has been here before. */
export const enterSite = async (page: Page, path = '/'): Promise<void> => {
  await passGateByForm(page.context());
  await open(page, path);
};

/** A browser's context, or a session without a browser. */
export type Session = Pick<BrowserContext, 'request'>;

const addresses = new WeakMap<Session['request'], string>();

/**
 * Each context has an address of its own, as visitors do: log-ins to one account from one address
 * are limited, and journeys share the producers of the demo. The server trusts loopback as its
 * proxy.
 */
const addressOf = ({ request }: Session): string => {
  const address =
    addresses.get(request) ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  addresses.set(request, address);
  return address;
};

/**
 * A call within the browser's session, which stores the cookies of the reply.
 */
export const call = async (
  context: Session,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> => {
  const response = await context.request.fetch(`/api${path}`, {
    method,
    headers: {
      'x-origin': 'CAM',
      lang: 'pt',
      'x-forwarded-for': addressOf(context),
      'idempotency-key': randomUUID(),
    },
    ...(data && { data }),
  });
  if (!response.ok())
    throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  return ((await response.json()) as { data: unknown }).data;
};

/** Passes the gate and answers the cookie notice, without a page. */
export const passGateByForm = async (context: Session): Promise<void> => {
  const response = await context.request.post('/account/preferences', {
    form: { adult: '1', cookies: 'essential' },
    // Proofs of age are limited by address, too.
    headers: { 'x-forwarded-for': addressOf(context) },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
};

export const captchaOf = (context: Session): Promise<string> =>
  solveCaptcha({
    call: (async (key: string) => call(context, 'GET', key.split(' ')[1] ?? '')) as never,
  });

/** Makes an account and signs in, without a page. */
export const createAccount = async (context: Session, username: string): Promise<void> => {
  await passGateByForm(context);
  await call(context, 'POST', '/auth/register', {
    username,
    name: 'Gente Nova',
    email: `${username}@example.com`,
    password: PASSWORD,
    recapcha: await captchaOf(context),
  });
};

/** Signs in without a page. */
export const createSession = async (
  context: Session,
  username: string,
  password = DEMO_PASSWORD,
): Promise<void> => {
  await passGateByForm(context);
  await call(context, 'POST', '/auth', { username, password, recapcha: await captchaOf(context) });
};

/**
 * Makes an account and opens a page, signed in; a page costs half a second of processor time, so
 * `path` names the first that the journey needs. Journeys about the form itself use it:
 * `registerByForm`.
 */
export const register = async (page: Page, username: string, path = '/'): Promise<void> => {
  await createAccount(page.context(), username);
  await page.goto(path);
  await signedIn(page);
};

/** Makes an account by the form; the person is signed in afterwards. */
export const registerByForm = async (page: Page, username: string): Promise<void> => {
  await page
    .getByRole('link', { name: /Crie sua conta GRÁTIS|Criar conta/ })
    .first()
    .click();
  await fillRegistration(page, username);
};

/** Fills in and sends the form that is open. */
export const fillRegistration = async (page: Page, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  // The log-in form, which may be there until the press is answered, has a user name, too.
  await dialog.locator('[name=email]').fill(`${username}@example.com`);
  await dialog.locator('[name=username]').fill(username);
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
  await signedIn(page);
};

/**
 * Signing in reloads the page. The navigation bar is a part of its own, hydrated after the rest.
 */
const signedIn = async (page: Page): Promise<void> => {
  await expect(walletButton(page)).toBeVisible({ timeout: 30_000 });
  await ready(page);
  await expect(page.locator('[data-nav-bar]')).not.toHaveAttribute('data-waiting');
};

/** Logs in and opens a page. Journeys about the form itself use it: `logInByForm`. */
export const logIn = async (
  page: Page,
  username: string,
  password = DEMO_PASSWORD,
  path = '/',
): Promise<void> => {
  await createSession(page.context(), username, password);
  await page.goto(path);
  await signedIn(page);
};

/**
 * The browser without its session. Not under an open page: its next call would be refused, and it
 * would log out with the proof of age.
 */
export const loseSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /^(token|refreshToken|userId)$/ });
};

export const logInByForm = async (
  page: Page,
  username: string,
  password = DEMO_PASSWORD,
): Promise<void> => {
  await open(page, '/?dialog=login');
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=username]').fill(username);
  await dialog.locator('[name=password]').fill(password);
  await dialog.locator('button[type=submit]').click();
  await signedIn(page);
};

export type StoredSession = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * The storage state of a browser after the age gate, the cookie notice and `arrive`, all without a
 * page.
 */
export const storeSession = async (
  browser: Browser,
  baseURL: string | undefined,
  arrive: (context: BrowserContext) => Promise<void> = passGateByForm,
): Promise<StoredSession> => {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await arrive(context);
  const state = await context.storageState();
  await context.close();
  return state;
};

/** A post of the demo on its author's page, as soon as its pictures are ready. */
export const demoPost = async (page: Page, profile: string, text: string) => {
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(async () => {
    await open(page, `/${profile}`);
    // Other journeys may have published above it.
    await expect(async () => {
      if (!(await post.isVisible())) await page.mouse.wheel(0, 1_500);
      await expect(post).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 4_000 });
  }).toPass({ timeout: 120_000 });
  return post;
};

/** The balance in the header; pressing it adds funds. */
export const walletButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /R\$/ });

/** Where a tester pays: the bank listens on the port after the site's. */
export const bankUrl = `http://127.0.0.1:${Number(process.env['E2E_PORT']) + 1}`;

/** Presses the balance, also before the header responds. */
export const openWallet = async (page: Page) => {
  await walletButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  return dialog;
};

/** Fills in the address of the payer of a boleto. */
export const fillBillAddress = async (wallet: Locator): Promise<void> => {
  await wallet.getByLabel('CEP').fill('01310-100');
  await wallet.getByLabel('Estado').selectOption('SP');
  await wallet.getByLabel('Cidade').selectOption('São Paulo');
  await wallet.getByLabel('Bairro').fill('Centro');
  await wallet.getByLabel('Rua').fill('Rua das Flores');
};

export const chooseMethod = (dialog: Locator, name: string) =>
  dialog.getByRole('group', { name: 'Como pagar' }).getByText(name, { exact: true }).click();

/** Presses the payer's button of the stand-in's page, and closes it. */
export const agree = async (bank: Page, button: string): Promise<void> => {
  await bank.getByRole('button', { name: button, exact: true }).click();
  // Closing a page that is about to answer can hang.
  await expect(bank.getByText('Volte ao aplicativo')).toBeVisible();
  await bank.close();
};

/** Pays as the payer at the stand-in, on the page that the application points to. */
export const payAt = async (page: Page, address: string, button: string): Promise<void> => {
  const bank = await page.context().newPage();
  await bank.goto(address);
  await agree(bank, button);
};

export type Charge = { id: string; status: string };

/** Pays a Pix at the stand-in without a page, and waits for the money. */
export const payPix = async (context: Session, { id }: Charge): Promise<void> => {
  await fetch(`${bankUrl}/__pix/cob/${id.replaceAll('-', '')}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await expect
    .poll(async () => ((await call(context, 'GET', `/funds/charges/${id}`)) as Charge).status)
    .toBe('paid');
};

/** Adds money by Pix without a page. */
export const topUp = async (context: Session, value: number): Promise<void> =>
  payPix(
    context,
    (await call(context, 'POST', '/funds', { paymentMethodKey: 'pix', value })) as Charge,
  );

/** Pastes the code at the bank and pays. */
export const payAtBank = async (page: Page, code: string): Promise<void> => {
  const bank = await page.context().newPage();
  await bank.goto(bankUrl);
  await bank.getByRole('textbox').fill(code);
  await bank.getByRole('button', { name: 'Continuar' }).click();
  await agree(bank, 'Pagar');
};

const runCommandOn = (home: string, command: string, ...words: string[]): void => {
  execFileSync('node', [join(import.meta.dirname, `../api/commands/${command}.ts`), ...words], {
    env: { ...process.env, CAMARIM_HOME: home },
  });
};

/** Runs a command of the operator. */
export const runCommand = (command: string, ...words: string[]): void =>
  runCommandOn(process.env['E2E_HOME'] ?? '', command, ...words);

/** The account is an administrator from its next log-in on. */
export const makeAdmin = (
  username: string,
  role: StaffRole = 'owner',
  home = process.env['E2E_HOME'] ?? '',
): void => runCommandOn(home, 'make-admin', username, '--role', role);

/** The account may publish from its next log-in on. */
export const approveProducer = (username: string, home = process.env['E2E_HOME'] ?? ''): void =>
  runCommandOn(home, 'approve-producer', username);

/**
 * Opens the local inbox as the person at the machine does: by the newest link, which works once;
 * afterwards by the browser's cookie.
 */
export const openInbox = async (
  page: Page,
  home = process.env['E2E_HOME'] ?? '',
): Promise<void> => {
  const reply = await page.goto('/inbox');
  if (reply?.status() === 200) return;
  await page.goto(await readFile(join(home, 'inbox-link'), 'utf8'));
};

/** A CPF that passes its check digits. */
export const cpf = (seed: number): string => {
  const digit = (digits: string) =>
    (([...digits].reduce((sum, char, at) => sum + Number(char) * (digits.length + 1 - at), 0) *
      10) %
      11) %
    10;
  const base = String(100_000_000 + (seed % 800_000_000));
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
};
