// What a visitor wanted survives registration and top-up: the unlock of a post, the request to
// become a producer, a page that needs an account.
import { expect, test } from '@playwright/test';
import {
  chooseMethod,
  demoPost,
  enterSite,
  fillRegistration,
  open,
  payAtBank,
  walletButton,
} from './people.ts';

const someone = (): string => `quer${Date.now() % 100_000_000}`;

test('a visitor who wants to unlock a post has it unlocked after registration and a top-up', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await enterSite(page);
  const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');

  await test.step('the press offers an account and says what for', async () => {
    await post.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crie sua conta' });
    await expect(dialog).toContainText('Para desbloquear este post');
  });

  await test.step('the reason stays when the visitor changes to log-in and back', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Entrar', exact: true }).click();
    await expect(dialog).toContainText('Esqueci minha senha');
    await expect(dialog).toContainText('Para desbloquear este post');
    await dialog.getByRole('link', { name: 'Cadastre-se GRÁTIS' }).click();
    await expect(dialog).toContainText('Para desbloquear este post');
  });

  await test.step('after registration the empty wallet asks for what is missing, without another press', async () => {
    await fillRegistration(page, someone());
    const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
    await expect(wallet).toContainText(/faltam\s*R\$\s19,90/);
  });

  await test.step('the paid charge finishes the unlock', async () => {
    const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
    await chooseMethod(wallet, 'Pix');
    await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
    const code = await wallet.getByLabel('Código Pix', { exact: true }).inputValue();
    await payAtBank(page, code);
    await wallet
      .getByRole('button', { name: 'Desbloquear por R$ 19,90' })
      .click({ timeout: 30_000 });
    await expect(
      post
        .getByRole('button', { name: /Imagem 1 de \d/ })
        .locator('img')
        .last(),
    ).toBeVisible({ timeout: 30_000 });
    await expect(walletButton(page)).toContainText('R$ 5,10');
  });
});

test(
  'a visitor who closes the offer and registers later is asked nothing about the post',
  { tag: '@slow' },
  async ({ page }) => {
    await enterSite(page);
    const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');
    await post.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Crie sua conta GRÁTIS' }).click();
    await fillRegistration(page, someone());
    await expect(post.getByRole('button', { name: 'Desbloquear por R$ 19,90' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('a visitor who wants to publish arrives at the request to become a producer', async ({
  page,
}) => {
  await enterSite(page);
  await page.getByRole('link', { name: 'Quero publicar' }).click();
  await expect(page.getByRole('dialog')).toContainText('Para publicar e receber');
  await fillRegistration(page, someone());
  await expect(page).toHaveURL(/\/account\/request$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seja criador');
});

test('a new account arrives at the page that was asked for before it existed', async ({ page }) => {
  await enterSite(page);
  await open(page, '/settings/subscriptions');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Para abrir a página que você pediu');
  await dialog.getByRole('link', { name: 'Cadastre-se GRÁTIS' }).click();
  await expect(dialog).toContainText('Para abrir a página que você pediu');
  await fillRegistration(page, someone());
  await expect(page).toHaveURL(/\/settings\/subscriptions$/);
});
