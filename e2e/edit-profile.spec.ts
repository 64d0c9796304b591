// One's own profile: a picture is cut by keyboard, a wrong field keeps everything typed, and what
// was saved is there again.
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { register } from './people.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 240, g: 60, b: 110 } } })
    .jpeg()
    .toBuffer();

test(
  'a member completes the profile, reads what is wrong, and loses no input',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const username = `perfil${Date.now() % 1_000_000}`;
    await register(page, username, '/settings/edit-profile');

    await page
      .getByLabel('Foto de perfil', { exact: true })
      .setInputFiles({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await photo(1_600, 900) });
    const dialog = page.getByRole('dialog', { name: 'Foto de perfil' });
    await dialog.getByRole('slider').press('ArrowRight');
    await dialog.getByRole('application').focus();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByRole('button', { name: 'Usar assim' }).press('Enter');
    await expect(page.getByText('A mudança vale quando você salvar.')).toBeVisible();

    await page.locator('[name=exibitionName]').fill('Aurora Cobalto');
    await page.locator('[name=about]').fill('Luz e vento.');
    await page.locator('[name=celphone]').fill('123');
    await page.locator('[name=zip]').fill('01310-930');
    await page.locator('[name=stateCode]').selectOption('SP');
    await page.locator('[name=city]').selectOption('Campinas');
    await page.getByRole('button', { name: 'Salvar perfil' }).click();
    await expect(page.locator('[name=celphone]')).toHaveAccessibleDescription(/Inválido\./);
    await expect(page.locator('[name=street]')).toHaveAccessibleDescription(/Obrigatório\./);
    await expect(page.locator('[name=celphone]')).toBeFocused();
    await expect(page.locator('[name=about]')).toHaveValue('Luz e vento.');
    await expect(page.locator('[name=city]')).toHaveValue('Campinas');

    // Leaving now would lose it.
    await page.getByRole('banner').getByRole('link').first().click();
    const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' });
    await leaving.getByRole('button', { name: 'Cancelar' }).click();
    // Fields behind an open dialog take no focus, and so nothing that is typed.
    await expect(leaving).toBeHidden();

    await page.locator('[name=gender]').selectOption({ label: 'Mulher' });
    await page.locator('[name=celphone]').fill('(11) 98765-4321');
    await page.locator('[name=street]').fill('Rua das Flores');
    await page.getByRole('button', { name: 'Salvar perfil' }).click();
    await expect(page.getByRole('status').getByText('Perfil salvo.')).toBeVisible();
    await expect(page.locator('[name=number]')).toHaveValue('S/N');
    await expect(page.getByRole('banner').locator('img')).toBeVisible();

    await page.reload();
    await expect(page.locator('[name=exibitionName]')).toHaveValue('Aurora Cobalto');
    await expect(page.locator('[name=gender]')).toHaveValue('woman');
    await expect(page.locator('[name=celphone]')).toHaveValue('(11) 98765-4321');
    await expect(page.locator('[name=zip]')).toHaveValue('01310-930');
    await expect(page.locator('[name=city]')).toHaveValue('Campinas');
  },
);
