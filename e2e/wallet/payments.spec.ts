// The history of payments: a boleto that was closed is found and paid, a payment that failed is
// tried again.
import { expect, test } from '@playwright/test';
import { addCard } from './cards.ts';
import {
  chooseMethod,
  fillBillAddress,
  openWallet,
  payAtBank,
  register,
  walletButton,
} from '../people.ts';
import { violations } from '../violations.ts';

test('a closed boleto is found among the payments and paid, and a declined card is tried again', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await register(page, `pagamentos${Date.now() % 1_000_000}`, '/wallet');
  const payments = page.getByRole('region', { name: 'Pagamentos' });
  await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  await expect(payments).toBeHidden();

  const wallet = await openWallet(page);
  await chooseMethod(wallet, 'Boleto');
  await wallet.getByLabel('Nome de quem paga').fill('Davi Cobalto');
  await wallet.getByLabel('CPF').pressSequentially('52998224725');
  await fillBillAddress(wallet);
  await wallet.getByRole('button', { name: 'Gerar o boleto' }).click();
  await expect(wallet.getByText('Ou pague com Pix')).toBeVisible({ timeout: 20_000 });
  const line = await wallet.getByLabel('Linha digitável').inputValue();
  await wallet.getByRole('button', { name: 'Fechar' }).click();
  await expect(payments.getByRole('listitem')).toHaveCount(1);
  await expect(payments.getByRole('listitem')).toContainText('Aguardando pagamento');

  await openWallet(page);
  await chooseMethod(wallet, 'Cartão');
  await addCard(page, { holder: 'DAVI 111' });
  await wallet.getByRole('checkbox').check();
  await wallet.getByRole('button', { name: 'Adicionar R$ 50,00' }).click();
  await expect(wallet.getByRole('button', { name: 'Escolher outra forma' })).toBeVisible({
    timeout: 20_000,
  });
  await wallet.getByRole('button', { name: 'Fechar' }).click();
  await expect(payments.getByRole('listitem')).toHaveCount(2);
  await expect(payments.getByRole('listitem').first()).toContainText('Não concluído');
  expect(await violations(page)).toEqual([]);

  await payments.getByRole('button', { name: 'Tentar de novo: Cartão de R$ 50,00' }).click();
  await wallet.getByRole('button', { name: 'Escolher outra forma' }).click();
  await expect(wallet.getByRole('group', { name: 'Como pagar' })).toBeVisible();
  await wallet.getByRole('button', { name: 'Fechar' }).click();

  await page.reload();
  await payments.getByRole('button', { name: 'Pagar Boleto de R$ 50,00' }).click();
  await expect(wallet.getByLabel('Linha digitável')).toHaveValue(line);
  await payAtBank(page, line);
  await expect(wallet).toBeHidden({ timeout: 30_000 });
  await expect(walletButton(page)).toContainText('R$ 50,00');
  await expect(payments.getByRole('listitem').nth(1)).toContainText('Pago');
});
