// Checks of a card payment: the challenge of its bank (3-D Secure), and the fraud review that an
// administrator decides.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addCard } from './cards.ts';
import {
  chooseMethod,
  createAccount,
  makeAdmin,
  openWallet,
  register,
  walletButton,
} from '../people.ts';
import { violations } from '../violations.ts';

const nameOf = (kind: string): string => `${kind}${Date.now() % 1_000_000}`;

/** Registers a newcomer and starts a payment with a new card. */
const payWith = async (
  page: Page,
  username: string,
  holder: string,
  amount = 'R$ 50,00',
): Promise<Locator> => {
  await register(page, username);
  const wallet = await openWallet(page);
  await chooseMethod(wallet, 'Cartão');
  await addCard(page, { holder });
  if (amount !== 'R$ 50,00')
    await wallet.getByText(amount.replace(',00', ''), { exact: true }).click();
  await wallet.getByRole('checkbox').check();
  await wallet.getByRole('button', { name: `Adicionar ${amount}` }).click();
  return wallet;
};

/** Opens the bank's page from the dialog and answers there; returns that page. */
const answerBank = async (page: Page, wallet: Locator, button: string): Promise<Page> => {
  const [bank] = await Promise.all([
    page.context().waitForEvent('page'),
    wallet.getByRole('link', { name: 'Confirmar no banco' }).click(),
  ]);
  await expect(bank.getByText('R$ 50,00')).toBeVisible();
  await bank.getByRole('button', { name: button }).click();
  await bank.waitForURL('**/wallet', { timeout: 30_000 });
  return bank;
};

test('a 3-D Secure challenge that is passed credits the wallet in both windows', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const wallet = await payWith(page, nameOf('confirma'), 'DAVI 3DS');
  await expect(wallet.getByRole('heading', { name: 'Confirme com o banco do cartão' })).toBeVisible(
    { timeout: 20_000 },
  );
  await expect(wallet.getByText('expira em')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const bank = await answerBank(page, wallet, 'Confirmar compra');
  await expect(walletButton(bank)).toContainText('R$ 50,00', { timeout: 30_000 });
  await expect(wallet).toBeHidden({ timeout: 30_000 });
  await expect(walletButton(page)).toContainText('R$ 50,00');
});

test(
  'a 3-D Secure challenge that is refused charges nothing and can be tried again',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const wallet = await payWith(page, nameOf('nega'), 'DAVI 3DS');
    const bank = await answerBank(page, wallet, 'Não reconheço');
    await expect(bank.getByText('não confirmou que é você')).toBeVisible({ timeout: 30_000 });
    await expect(wallet.getByText('não confirmou que é você')).toBeVisible({ timeout: 30_000 });
    await expect(walletButton(page)).toContainText('R$ 0,00');
    await wallet.getByRole('button', { name: 'Tentar de novo' }).click();
    await wallet.getByRole('checkbox').check();
    await wallet.getByRole('button', { name: 'Adicionar R$ 50,00' }).click();
    await expect(wallet.getByRole('link', { name: 'Confirmar no banco' })).toBeVisible({
      timeout: 20_000,
    });
  },
);

test(
  'a payment under fraud review is locked, says so, and is released by an administrator',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(240_000);
    const [fan, chief] = [nameOf('analise'), nameOf('chefe')];
    const wallet = await payWith(page, fan, 'DAVI DE TESTE', 'R$ 500,00');
    await expect(wallet.getByRole('heading', { name: 'Pagamento em análise' })).toBeVisible({
      timeout: 20_000,
    });
    expect(await violations(page)).toEqual([]);
    await wallet.getByRole('button', { name: 'Entendi' }).click();
    await expect(walletButton(page)).toContainText('R$ 0,00');
    await page.goto('/wallet');
    await expect(page.getByText('Em análise ou reservado')).toContainText('R$ 500,00');
    await expect(page.getByText('em análise', { exact: false }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const admin = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await createAccount(admin.context(), chief);
    makeAdmin(chief);
    const held = admin
      .getByRole('region', { name: 'Pagamentos em análise' })
      .getByRole('article')
      .filter({ hasText: 'Primeiro pagamento com cartão' })
      .first();
    await expect(async () => {
      await admin.goto('/dsb/transactions');
      await expect(held).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await admin.waitForSelector('html[data-ready]');
    await held.getByRole('button', { name: 'Liberar o valor' }).click();
    expect(await violations(admin)).toEqual([]);
    const dialog = admin.getByRole('dialog', { name: 'Liberar o valor' });
    await dialog.getByLabel('Motivo, para o registro').fill('Conferido por telefone');
    await dialog.getByRole('button', { name: 'Liberar o valor' }).click();
    await expect(admin.getByText('Feito. Ficou no registro.').first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(walletButton(page)).toContainText('R$ 500,00', { timeout: 30_000 });
  },
);
