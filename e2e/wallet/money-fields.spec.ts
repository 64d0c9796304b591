// Amounts that are easily mistyped: spending limits, the price of a post, and a restored draft with
// its price.
import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD, logIn, open, register } from '../people.ts';

test('a very low spending limit asks for confirmation and can be undone', async ({ page }) => {
  await register(page, `limite${Date.now() % 1_000_000}`, '/wallet');
  const day = page.getByLabel('Por dia');
  await day.click();
  await page.keyboard.type('60');
  await expect(day).toHaveValue(/^R\$\s60$/);
  await expect(page.getByText(/você ainda pode gastar R\$\s60,00 hoje/)).toBeVisible();
  await page.getByRole('button', { name: 'Salvar limites' }).click();
  await expect(page.getByText('Vale agora: R$ 60,00.')).toBeVisible();
  await day.selectText();
  await page.keyboard.type('6');
  await page.getByRole('button', { name: 'Salvar limites' }).click();
  const dialog = page.getByRole('dialog', { name: /R\$\s6,00 por dia/ });
  await expect(dialog).toContainText('quase nada pode ser comprado');
  await dialog.getByRole('button', { name: 'Salvar limites' }).click();
  await expect(page.getByText('Vale agora: R$ 6,00.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Desfazer: sem limite por dia, sem limite por mês$/ })
    .click();
  await expect(page.getByText('Vale agora: R$ 6,00.')).toHaveCount(0);
});

test('a restored draft can be discarded, and an unusual price asks for confirmation', async ({
  page,
}) => {
  await logIn(page, 'irisveludo', DEMO_PASSWORD, '/posts');
  await page.getByLabel('O que você quer mostrar?').first().fill('Uma noite de luzes');
  const price = page.getByLabel('Preço').first();
  await price.click();
  await page.keyboard.type('1200');
  await expect(price).toHaveValue(/12,00/);
  await open(page, '/posts');
  const notice = page.getByRole('status').filter({ hasText: 'rascunho que ficou neste aparelho' });
  await expect(notice).toContainText('R$ 12,00');
  // The caret goes to the end: pressed at the left, a digit does not become R$ 912,00.
  await price.click({ position: { x: 6, y: 12 } });
  await page.keyboard.type('9000');
  await expect(price).toHaveValue(/120\.090,00/);
  await notice.getByRole('button', { name: 'Descartar' }).press('Enter');
  await expect(page.getByLabel('O que você quer mostrar?').first()).toBeFocused();
  await expect(price).toHaveValue('');
  await expect(page.getByLabel('O que você quer mostrar?').first()).toHaveValue('');

  await page.getByLabel('O que você quer mostrar?').first().fill('Caro demais');
  await price.click();
  await page.keyboard.type('901290');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Vender por R\$\s9\.012,90/ });
  await expect(dialog).toContainText('você recebe R$ 7.210,32');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Publicado!')).toHaveCount(0);
});
