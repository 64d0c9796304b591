// Every payment method except Pix: a card added and charged, one that is declined, a boleto,
// PayPal, PicPay, and the limits.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addCard, fillCard } from './cards.ts';
import {
  agree,
  chooseMethod,
  fillBillAddress,
  openWallet,
  payAt,
  payAtBank,
  register,
  walletButton,
} from '../people.ts';
import { violations } from '../violations.ts';

const newcomer = async (page: Page, name: string): Promise<Locator> => {
  await register(page, `${name}${Date.now() % 1_000_000}`);
  return openWallet(page);
};

test('a card is saved and charged, the wallet is credited, and the card limits change', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const wallet = await newcomer(page, 'cartao');
  await expect(wallet.getByRole('radio', { name: 'Pix' })).toBeChecked();
  await chooseMethod(wallet, 'Cartão');
  const confirm = wallet.getByRole('button', { name: 'Adicionar R$ 50,00' });
  await expect(confirm).toBeDisabled();
  await expect(wallet.getByText('R$ 0,00 / R$ 2.000,00')).toBeVisible();
  const form = await fillCard(page);
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(form.getByText('Marque a autorização')).toBeVisible();
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(form).toBeHidden({ timeout: 20_000 });
  await expect(wallet.getByRole('radio', { name: /0007/ })).toBeChecked();
  await expect(wallet.getByText('CAMARIM')).toBeVisible();
  await confirm.click();
  await expect(wallet.getByText('Confirme sua idade')).toBeVisible();
  await wallet.getByRole('checkbox').check();
  await confirm.click();
  await expect(wallet).toBeHidden({ timeout: 20_000 });
  await expect(walletButton(page)).toContainText('R$ 50,00');
  expect(sent.filter((text) => /5448 ?2800 ?0000 ?0007|"cvv"/.test(text))).toEqual([]);

  const again = await openWallet(page);
  await expect(again.getByText('R$ 50,00 / R$ 2.000,00')).toBeVisible();
  await again.getByRole('button', { name: /Apagar Mastercard/ }).click();
  await page
    .getByRole('dialog', { name: 'Apagar esta forma de pagamento?' })
    .getByRole('button', { name: 'Apagar' })
    .click();
  await expect(again.getByRole('radio', { name: /0007/ })).toBeHidden();
  await expect(again.getByRole('button', { name: 'Adicionar R$ 50,00' })).toBeDisabled();
});

test(
  'a card that its bank declines shows whether the refusal is temporary or final',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const wallet = await newcomer(page, 'negado');
    await chooseMethod(wallet, 'Cartão');
    const form = await fillCard(page, { cvv: '111' });
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Salvar cartão' }).click();
    await expect(form.getByText('O banco recusou este cartão agora')).toBeVisible({
      timeout: 20_000,
    });
    await form.getByRole('button', { name: 'Fechar' }).click();

    await addCard(page, { holder: 'DAVI 112' });
    await wallet.getByRole('checkbox').check();
    await wallet.getByRole('button', { name: 'Adicionar R$ 50,00' }).click();
    await expect(wallet.getByText('recusou este cartão em definitivo')).toBeVisible({
      timeout: 20_000,
    });
    await wallet.getByRole('button', { name: 'Usar outro cartão' }).click();
    await expect(wallet.getByText('Recusado em definitivo ou vencido')).toBeVisible();
    await expect(wallet.getByRole('button', { name: 'Adicionar R$ 50,00' })).toBeDisabled();

    // The second declined card of an account whose email is not confirmed is its last for a day.
    const third = await fillCard(page);
    await third.getByRole('checkbox').check();
    await third.getByRole('button', { name: 'Salvar cartão' }).click();
    await expect(third.getByText('sem o e-mail confirmado, este é o limite')).toBeVisible({
      timeout: 20_000,
    });
    expect(await violations(page)).toEqual([]);
    await third.getByRole('button', { name: 'Mandar o link de novo' }).click();
    await expect(page.getByText('Mandamos outro link.').last()).toBeVisible();
  },
);

test('a boleto is issued with the saved bill data, shows its slip, and is credited once paid', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const wallet = await newcomer(page, 'boleto');
  await chooseMethod(wallet, 'Boleto');
  const confirm = wallet.getByRole('button', { name: 'Gerar o boleto' });
  await confirm.click();
  await expect(wallet.getByLabel('Nome de quem paga')).toHaveAccessibleDescription(
    'Preencha este campo.',
  );
  await expect(wallet.getByLabel('CEP')).toHaveAccessibleDescription('Preencha este campo.');
  await wallet.getByLabel('Nome de quem paga').fill('Davi Cobalto');
  await wallet.getByLabel('CPF').pressSequentially('52998224725');
  await fillBillAddress(wallet);
  await confirm.click();
  await expect(wallet.getByText('Ou pague com Pix')).toBeVisible({ timeout: 20_000 });
  await wallet.getByRole('button', { name: 'Ver o boleto' }).click();
  const slip = page.getByRole('dialog', { name: 'Boleto', exact: true });
  await expect(slip).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    slip.getByRole('link', { name: 'Baixar PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^boleto-.*\.pdf$/);
  expect(await violations(page)).toEqual([]);
  await slip.getByRole('button', { name: 'Fechar' }).click();
  const line = await wallet.getByLabel('Linha digitável').inputValue();
  expect(line.replaceAll(/\D/g, '')).toHaveLength(47);

  await payAtBank(page, line);
  await expect(wallet).toBeHidden({ timeout: 30_000 });
  await expect(walletButton(page)).toContainText('R$ 50,00');
});

test('PayPal and PicPay payments close the wallet dialog once they are paid', async ({ page }) => {
  test.setTimeout(180_000);
  const wallet = await newcomer(page, 'paginas');
  await chooseMethod(wallet, 'PayPal');
  const [approval] = await Promise.all([
    page.waitForEvent('popup'),
    wallet.getByRole('button', { name: 'Continuar com PayPal' }).click(),
  ]);
  await expect(wallet.getByRole('link', { name: 'Aprovar no PayPal' })).toBeVisible();
  await agree(approval, 'Aprovar');
  await expect(wallet).toBeHidden({ timeout: 30_000 });
  await expect(walletButton(page)).toContainText('R$ 50,00');

  await openWallet(page);
  await chooseMethod(wallet, 'PicPay');
  await expect(wallet.getByRole('button', { name: 'Continuar com PicPay' })).toBeDisabled();
  await wallet.getByRole('button', { name: 'Adicionar conta PicPay' }).click();
  const form = page.getByRole('dialog', { name: 'Adicionar conta PicPay' });
  await form.getByLabel('Nome completo').fill('Davi Cobalto');
  await form.getByLabel('CPF').pressSequentially('52998224725');
  await form.getByLabel('E-mail').fill('davi@example.com');
  await form.getByLabel('Celular').fill('(11) 98765-4321');
  await form.getByRole('button', { name: 'Salvar conta' }).click();
  await expect(form).toBeHidden();
  await wallet.getByRole('button', { name: 'Continuar com PicPay' }).click();
  await expect(wallet.getByRole('img', { name: /QR do PicPay/ })).toBeVisible();
  await payAt(page, await wallet.getByLabel('Link de pagamento').inputValue(), 'Pagar');
  await expect(wallet).toBeHidden({ timeout: 30_000 });
  await expect(walletButton(page)).toContainText('R$ 100,00');
});

test('the wallet dialog works by keyboard', async ({ page }) => {
  const wallet = await newcomer(page, 'teclado');
  await wallet.getByRole('radio', { name: 'Pix' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(wallet.getByRole('radio', { name: 'Cartão' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(wallet.getByRole('radio', { name: 'Pix' })).toBeChecked();
  await wallet.getByRole('radio', { name: 'R$ 500' }).focus();
  await page.keyboard.press('ArrowRight');
  await wallet.getByLabel('Valor a adicionar').pressSequentially('1794');
  await page.keyboard.press('Tab');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).focus();
  await page.keyboard.press('Enter');
  await expect(wallet.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(wallet.getByText('A pagar R$ 17,94')).toBeVisible();
  await wallet.getByRole('button', { name: 'Mudar valor ou forma' }).press('Enter');
  await expect(wallet.getByRole('radio', { name: 'Pix' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(wallet).toBeHidden();
});
