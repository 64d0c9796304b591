// Two-step verification in a real browser: codes of an app, a passkey on Chromium's own virtual
// authenticator, and step-up.
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { open, PASSWORD, register, loseSession } from './people.ts';

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });

/** A virtual authenticator that creates passkeys and confirms every request. */
const plugInAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const giveLogin = async (page: Page, username: string): Promise<void> => {
  await open(page, '/?dialog=login');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible();
};

test('a member turns one-time codes on, and the next log-in asks for one', async ({ page }) => {
  const username = `codigos${Date.now() % 1_000_000}`;
  await register(page, username, '/settings/security');
  await page.getByRole('button', { name: 'Configurar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR da chave' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Abrir no aplicativo autenticador' }),
  ).toHaveAttribute('href', /^otpauth:\/\/totp\//);
  await expect(page.getByRole('button', { name: 'Copiar a chave' })).toBeVisible();
  const secret =
    (await page
      .getByRole('dialog')
      .getByText(/^([A-Z2-7]{4} )+/)
      .textContent()) ?? '';
  await page.locator('[name=code]').fill('000000');
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(page.getByText('Não foi possível confirmar.')).toBeVisible();
  await page.locator('[name=code]').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Códigos de recuperação' })).toContainText(
    /[A-Z2-7]{4}-[A-Z2-7]{4}/,
  );
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible();

  await loseSession(page);
  await giveLogin(page, username);
  await page.locator('[name=code]').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await open(page, '/settings/sessions');
  await expect(page.getByText('este aparelho')).toBeVisible();
});

test(
  'a passkey logs a member in and serves as step-up before the email address changes',
  { tag: '@slow' },
  async ({ page }) => {
    await plugInAuthenticator(page);
    const username = `chave${Date.now() % 1_000_000}`;
    await register(page, username, '/settings/security');
    await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
    await expect(page.getByText('Chave de acesso criada.').first()).toBeVisible();

    await loseSession(page);
    await giveLogin(page, username);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The proof of the log-in is recent; the log-in's passkey was used, so it says when.
    await open(page, '/settings/security');
    await expect(page.getByText(/^Chave de acesso: /)).toBeVisible();
    await page.locator('[name=email]').fill(`${username}.novo@example.com`);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Trocar o e-mail' }).click();
    await expect(page.getByText(/Mandamos um link para/)).toBeVisible();
  },
);
