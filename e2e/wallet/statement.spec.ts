// The statement with its filters, its export as a signed file, and receipts.
import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@camarim/contract/time';
import { expect, test } from '@playwright/test';
import { findFault } from '../../tools/verify-statement.mjs';
import { chooseMethod, DEMO_PASSWORD, logIn, open, payAtBank, register } from '../people.ts';
import { violations } from '../violations.ts';

test('a statement is filtered and exported with a verifiable signature, and each line has its receipt', async ({
  browser,
  baseURL,
  page,
}) => {
  test.setTimeout(180_000);
  await register(page, `extrato${Date.now() % 1_000_000}`, '/irisveludo');
  await page.getByRole('main').getByRole('button', { name: 'Mimo', exact: true }).first().click();
  const tip = page.getByRole('dialog', { name: 'Mimo para Íris Veludo' });
  const message = `Que luz bonita! ${Date.now() % 1_000_000}`;
  const written = tip.getByLabel('Mensagem (opcional)');
  // All that may be written is seen while it is written.
  await written.fill('Que luz bonita! '.repeat(9).slice(0, 140));
  expect(
    await written.evaluate((field) => field.scrollHeight - field.clientHeight),
  ).toBeLessThanOrEqual(2);
  expect(
    await written.evaluate((field) => field.scrollWidth - field.clientWidth),
  ).toBeLessThanOrEqual(2);
  await written.fill(message);
  await expect(tip.getByText(`${140 - message.length} caracteres restantes`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await tip.getByRole('button', { name: 'Enviar R$ 10,00' }).click();
  // The wallet is empty: the tip waits for the top-up, and keeps its message.
  const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await expect(wallet.getByText(/^Mimo para Íris Veludo: faltam R\$\s10,00$/)).toBeVisible();
  await wallet.getByText('R$ 50', { exact: true }).click();
  await chooseMethod(wallet, 'Pix');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
  await payAtBank(page, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
  await wallet
    .getByRole('button', { name: 'Enviar o mimo de R$ 10,00' })
    .click({ timeout: 30_000 });
  await expect(wallet).toBeHidden();

  await open(page, '/wallet');
  const lines = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Recibo de/ }) });
  await expect(lines).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Recibo: Pix de R\$\s50,00$/ })).toBeVisible();
  await expect(lines.first()).toContainText('−R$ 10,00');
  await expect(lines.first()).toContainText(message);
  await lines.first().getByRole('button', { name: 'Pedir reembolso' }).click();
  const refund = page.getByRole('dialog', { name: 'Pedir reembolso' });
  await expect(refund.getByText(/^Mimo para Íris Veludo, R\$\s10,00/)).toBeVisible();
  await refund.getByLabel('O que aconteceu?').fill('Enviei duas vezes.');
  await refund.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Recebemos seu pedido.').first()).toBeVisible();
  await expect(lines.first().getByRole('button', { name: 'Pedir reembolso' })).toHaveCount(0);
  await lines.first().getByRole('link', { name: 'Reembolso pedido' }).click();
  await expect(page.getByText('Enviei duas vezes.')).toBeInViewport();
  await page.goBack();
  const filters = page.getByRole('group', { name: 'Filtrar o extrato' });
  await filters.getByLabel('Tipo').selectOption('Mimo');
  await expect(lines).toHaveCount(1);
  await filters.getByLabel('Sentido').selectOption('Entradas');
  await expect(page.getByText('Nenhum movimento com esses filtros.')).toBeVisible();
  await filters.getByLabel('Tipo').selectOption('Tudo');
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText('+R$ 50,00');
  await filters
    .getByLabel('De', { exact: true })
    .fill(new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10));
  await expect(lines).toHaveCount(0);
  await filters.getByLabel('De', { exact: true }).fill('');
  await filters.getByLabel('Sentido').selectOption('Tudo');
  await expect(lines).toHaveCount(2);
  expect(await violations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    filters.getByRole('link', { name: 'Baixar CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(`,${message}\n`);
  expect([findFault(file), findFault(file.replace(',tip,', ',gift,'))]).toEqual([
    null,
    expect.any(String),
  ]);

  await page.getByRole('link', { name: 'Recibo de Mimo, R$ 10,00' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Recibo' })).toBeVisible();
  await expect(page.getByText('R$ 10,00', { exact: true })).toBeVisible();
  await expect(page.getByText('Íris Veludo (@irisveludo)')).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const creator = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await logIn(creator, 'irisveludo', DEMO_PASSWORD, '/earnings');
  await expect(creator.getByText(message)).toBeVisible();
});
