// The account: errors of its registration, and its emails, from the inbox back to the site:
// confirm, a forgotten password, and removing the account.
import { expect, type Page, test } from '@playwright/test';
import {
  createAccount,
  logInByForm,
  open,
  openInbox,
  passGateByForm,
  PASSWORD,
  register,
  walletButton,
} from './people.ts';

const NEXT_PASSWORD = 'varanda-cometa-oliveira';

/** The link of the newest email with this subject to this address; emails are sent by a job. */
const linkOf = async (page: Page, to: string, subject: string): Promise<string> => {
  const inbox = await page.context().newPage();
  const email = inbox
    .locator('article')
    .filter({ hasText: to })
    .filter({ hasText: subject })
    .first();
  await expect(async () => {
    await openInbox(inbox);
    await expect(email).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  const link = (await email.locator('a[href*="/account/"]').getAttribute('href')) ?? '';
  await inbox.close();
  return link.slice(new URL(link).origin.length);
};

/**
 * Ending a session removes the proof of age: the next person at this browser passes the gate again.
 */
const passGateAgain = async (page: Page): Promise<void> => {
  await open(page, '/');
  const gate = page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' });
  await gate.click();
  await expect(gate).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

const newcomer = async (
  page: Page,
  name: string,
  path?: string,
): Promise<{ username: string; email: string }> => {
  const username = `${name}${Date.now() % 1_000_000}`;
  await register(page, username, path);
  return { username, email: `${username}@example.com` };
};

test('a member confirms the email address, forgets the password and chooses another', async ({
  page,
}) => {
  const { username, email } = await newcomer(page, 'esquece');
  await expect(
    page.getByText(`Confirme seu e-mail pelo link que mandamos para ${email}.`),
  ).toBeVisible();
  await open(page, await linkOf(page, email, 'Confirme seu e-mail'));
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await expect(walletButton(page)).toBeVisible();
  await expect(page.getByText('Confirme seu e-mail pelo link')).toHaveCount(0);

  await open(page, '/account/forgot');
  await page.locator('[name=email]').fill(email);
  await page.getByRole('button', { name: 'Mandar o link' }).click();
  await expect(page.getByText('Veja seu e-mail')).toBeVisible();
  await open(page, await linkOf(page, email, 'Escolha uma nova senha'));
  await page.locator('[name=password]').fill(NEXT_PASSWORD);
  await page.locator('[name=passwordConfirm]').fill(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Salvar a nova senha' }).click();
  await expect(page.getByText('Agora entre com a nova senha.')).toBeVisible();
  await passGateAgain(page);
  await logInByForm(page, username, NEXT_PASSWORD);
});

test('a registration names a taken user name beside the fields that are wrong by themselves', async ({
  page,
}) => {
  await passGateByForm(page.context());
  await open(page, '/?dialog=register');
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=username]').fill('IrisVeludo');
  await dialog.locator('[name=email]').fill('sem arroba');
  await dialog.locator('[name=password]').fill('curta');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.locator('[name=username]')).toHaveAccessibleDescription(/Já está em uso/);
  await expect(dialog.locator('[name=username]')).toBeFocused();
  await expect(dialog.locator('[name=email]')).toHaveAccessibleDescription(/e-mail/);
  await expect(dialog.locator('[name=password]')).toHaveAccessibleDescription(
    /No mínimo 10 caracteres/,
  );
});

test('a member removes the account and cannot log in again', { tag: '@slow' }, async ({ page }) => {
  const { username, email } = await newcomer(page, 'despede', '/account/remove');
  await page.getByRole('button', { name: 'Pedir a remoção' }).click();
  await expect(page.getByText('Mandamos um link para o e-mail da sua conta.')).toBeVisible();
  await open(page, await linkOf(page, email, 'Confirme a remoção'));
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await expect(page.getByRole('button', { name: 'Remover agora' })).toBeDisabled();
  await page.getByLabel(/Entendo que minha conta/).check();
  // The session's connection is refused afterwards, which ends every other session's page.
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/auth/refresh-token') && response.status() === 401,
  );
  await page.getByRole('button', { name: 'Remover agora' }).click();
  await expect(page.getByText('Conta removida')).toBeVisible();
  await refused;
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Conta removida')).toBeVisible();
  await passGateAgain(page);
  await open(page, '/?dialog=login');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(
    page.getByText(
      'Usuário ou senha incorretos. O e-mail só serve para entrar depois de confirmado.',
    ),
  ).toBeVisible();
});

test('a page whose cookies are another person’s by now is loaded again as theirs before it does anything', async ({
  browser,
  page,
}) => {
  const { email } = await newcomer(page, 'primeira', '/settings/edit-profile');
  const other = `segunda${Date.now() % 1_000_000}`;
  const second = await browser.newContext();
  await createAccount(second, other);
  await expect(page.getByText(email)).toBeVisible();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') changes.push(request.url());
  });
  // The page may ask for something by itself, and be loaded again before it is looked at.
  const loaded = page.waitForEvent('load');
  await page.context().addCookies(await second.cookies());
  await page
    .evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    .catch(() => undefined);
  await loaded;
  expect(changes).toEqual([]);
  await expect(page.getByText(`${other}@example.com`)).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await second.close();
});

test('a visitor’s page whose cookies are a member’s by now is loaded again before it can pay', async ({
  browser,
  page,
}) => {
  await passGateByForm(page.context());
  await open(page, '/help');
  const second = await browser.newContext();
  await createAccount(second, `terceira${Date.now() % 1_000_000}`);
  const loaded = page.waitForEvent('load');
  await page.context().addCookies(await second.cookies());
  // As the form of a preference does.
  await page
    .evaluate(() =>
      (window as unknown as Record<string, { revalidate(): void }>)[
        '__reactRouterDataRouter'
      ]?.revalidate(),
    )
    .catch(() => undefined);
  await loaded;
  await expect(walletButton(page)).toBeVisible();
  await second.close();
});
