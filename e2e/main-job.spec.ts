// The main journey: a newcomer tops up by Pix, buys a post and tips; the producer sees the
// earnings.
import { expect, test } from '@playwright/test';
import {
  chooseMethod,
  createAccount,
  DEMO_PASSWORD,
  demoPost,
  logIn,
  openWallet,
  passGate,
  payAtBank,
  registerByForm,
  walletButton,
} from './people.ts';

test('a newcomer tops up by Pix, buys a post and tips, and the producer sees the earnings', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  await test.step('gate and account', async () => {
    await passGate(page);
    await registerByForm(page, `novata${Date.now() % 1_000_000}`);
    await expect(walletButton(page)).toContainText('R$ 0,00');
  });

  await test.step('R$ 50 by Pix, paid at the bank; the balance moves without a reload', async () => {
    const dialog = await openWallet(page);
    await expect(dialog.getByRole('radio', { name: 'R$ 50', exact: true })).toBeChecked();
    await chooseMethod(dialog, 'Pix');
    await dialog.getByRole('button', { name: 'Gerar o código Pix' }).click();
    await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
    const code = await dialog.getByLabel('Código Pix', { exact: true }).inputValue();
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    await payAtBank(page, code);
    await expect(dialog).toBeHidden({ timeout: 20_000 });
    await expect(walletButton(page)).toContainText('R$ 50,00');
    expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
  });

  await test.step('a locked post shows no picture, then opens', async () => {
    const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');
    const unlock = post.getByRole('button', { name: 'Desbloquear por R$ 19,90' });
    await expect(unlock).toBeVisible();
    const before = await post
      .locator('img')
      .evaluateAll(
        (images) =>
          (images as HTMLImageElement[]).filter(
            (image) =>
              image.naturalWidth > 100 && image.src.includes('/media/') && !image.closest('header'),
          ).length,
      );
    expect(before).toBe(0);
    await unlock.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Desbloquear por R$ 19,90' })
      .click();
    const picture = post
      .getByRole('button', { name: /Imagem 1 de 2/ })
      .locator('img')
      .last();
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(200);
    await expect(walletButton(page)).toContainText('R$ 30,10');
  });

  await test.step('a tip of R$ 10', async () => {
    await page
      .getByRole('article')
      .filter({ hasText: 'Terça de ensaio' })
      .getByRole('button', { name: 'Mimo' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'R$ 10,00', exact: true }).click();
    await dialog.getByRole('button', { name: 'Enviar R$ 10,00' }).click();
    await expect(dialog).toBeHidden();
    await expect(walletButton(page)).toContainText('R$ 20,10');
  });

  await test.step('the creator sees both, less the fee', async () => {
    const creator = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await logIn(creator, 'irisveludo', DEMO_PASSWORD, '/earnings');
    await expect(creator.getByText('R$ 10,00 menos R$ 2,00 da plataforma').first()).toBeVisible();
    await expect(creator.getByText('R$ 19,90 menos R$ 3,98 da plataforma').first()).toBeVisible();
    await expect(creator.getByText('Quando libera')).toBeVisible();
  });
});

test('a purchase with an empty wallet opens the top-up and is finished in one tap after it', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await createAccount(page.context(), `vazia${Date.now() % 1_000_000}`);
  const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');
  await post.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
  const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await expect(wallet.getByRole('radio', { name: 'R$ 25', exact: true })).toBeChecked();
  await expect(wallet).toContainText(/faltam\s*R\$\s19,90/);
  await chooseMethod(wallet, 'Pix');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
  const code = await wallet.getByLabel('Código Pix', { exact: true }).inputValue();
  await payAtBank(page, code);
  await wallet.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click({ timeout: 20_000 });
  await expect(post.getByRole('button', { name: /Imagem 1 de 2/ })).toBeVisible();
  await expect(walletButton(page)).toContainText('R$ 5,10');
});
