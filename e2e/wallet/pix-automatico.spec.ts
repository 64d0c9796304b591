// Subscribing by Pix Automático, by keyboard only: the code, the bank's confirmation, the mandate
// in the settings, and its end.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { bankUrl, createAccount, open, payAtBank } from '../people.ts';
import { violations } from '../violations.ts';

const PRESSES_MAX = 60;

/** Presses Tab until the element has the focus: keyboard users have no other way to reach it. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by Tab`);
};
const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

test(
  'a Pix Automático code pays the first month and opens a mandate that both sides can end',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await createAccount(page.context(), `permite${Date.now() % 1_000_000}`);
    const plan = page.getByRole('region', { name: 'Assinatura', exact: true });
    const begin = plan.getByRole('button', { name: 'Assinar · R$ 17,94' });
    // The demo may still be on its way.
    await expect(async () => {
      await open(page, '/irisveludo');
      await expect(begin).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
    await press(page, begin);
    const dialog = page.getByRole('dialog', { name: 'Assinar Íris Veludo' });
    await tabTo(page, dialog.getByRole('radio', { name: /Saldo da carteira/ }));
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /Pix Automático/ })).toBeChecked();
    await expect(dialog.getByText('seu banco debita R$ 29,90 por mês')).toBeVisible();
    await tabTo(page, dialog.getByLabel('Nome de quem paga'));
    await page.keyboard.type('Davi Cobalto');
    await tabTo(page, dialog.getByLabel('CPF'));
    await page.keyboard.type('52998224725');
    expect(await violations(page)).toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Gerar código Pix de R$ 17,94' }));
    await expect(dialog.getByText('você autoriza o débito de R$ 29,90 por mês')).toBeVisible();
    await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await payAtBank(page, await dialog.getByLabel('Código Pix', { exact: true }).inputValue());
    await expect(dialog).toBeHidden({ timeout: 30_000 });
    await expect(plan.getByText(/Você assina por .+ ao mês\. Renova em/)).toBeVisible();

    await open(page, '/settings/subscriptions');
    const row = page.getByRole('listitem').filter({ hasText: 'Íris Veludo' });
    await expect(row.getByText('por R$ 29,90, por Pix Automático')).toBeVisible();
    await press(page, row.getByRole('button', { name: 'Parar de renovar Íris Veludo' }));
    const confirm = page.getByRole('dialog');
    await expect(confirm.getByText('também é cancelada no seu banco')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await press(page, confirm.getByRole('button', { name: 'Parar de renovar' }));
    await expect(row.getByText(/Nada mais é cobrado/)).toBeVisible();

    await expect(async () => {
      await page.goto(`${bankUrl}/autorizacoes`);
      await expect(page.getByText('cancelada')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 80_000 });
  },
);
