// The export of personal data: requested and downloaded.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { register } from './people.ts';

test('a member requests their personal data and downloads the archive', async ({ page }) => {
  test.setTimeout(120_000);
  await register(page, `leva${Date.now() % 1_000_000}`, '/settings/data');
  await expect(page.getByText('Nenhum arquivo pronto agora.')).toBeVisible();
  await page.getByRole('button', { name: 'Pedir uma cópia' }).click();
  await expect(
    page.getByRole('status').getByText('Pedido feito. Avisamos por e-mail.'),
  ).toBeVisible();
  const take = page.getByRole('button', { name: 'Baixar' });
  await expect(take).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const archive = await readFile(await download.path());
  expect(archive.toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
  await expect(page).toHaveURL(/\/settings\/data$/);
});
