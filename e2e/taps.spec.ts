// How many taps the two main jobs take on a phone: a newcomer's first purchase, and a producer's
// post from any page.
import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { createSession, payAtBank, ready } from './people.ts';

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

/** Counts the taps of a person, who also taps each field before typing into it. */
const countTaps = () => {
  let count = 0;
  const tap = async (target: Locator): Promise<void> => {
    await target.tap();
    count += 1;
  };
  return {
    tap,
    type: async (target: Locator, text: string): Promise<void> => {
      await tap(target);
      await target.pressSequentially(text);
    },
    count: () => count,
  };
};

test('a newcomer has a post unlocked after at most 13 taps and one wait', async ({ page }) => {
  test.setTimeout(180_000);
  const { tap, type, count } = countTaps();
  await page.goto('/irisveludo');
  await tap(page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }));
  const essential = page.getByRole('button', { name: 'Só os essenciais' });
  await tap(essential);
  // Before hydration its form loads the page again, and a tap until then would be lost.
  await expect(essential).toHaveCount(0);
  const post = page.getByRole('article').filter({ hasText: 'Terça de ensaio' });
  await tap(post.getByRole('button', { name: 'Desbloquear por R$ 19,90' }));
  const account = page.getByRole('dialog', { name: 'Crie sua conta' });
  const username = `toque${Date.now() % 1_000_000}`;
  await type(account.locator('[name=email]'), `${username}@example.com`);
  await type(account.locator('[name=username]'), username);
  await type(account.locator('[name=password]'), 'cavalo-bateria-grampo');
  await tap(account.locator('button[type=submit]'));
  const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await tap(wallet.getByRole('button', { name: 'Gerar o código Pix' }));
  await tap(wallet.getByRole('button', { name: /Copiar/ }));
  const code = await wallet.getByLabel('Código Pix', { exact: true }).inputValue();
  // The one wait: the bank's application is not ours.
  await payAtBank(page, code);
  await wallet.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).waitFor();
  await tap(wallet.getByRole('button', { name: 'Desbloquear por R$ 19,90' }));
  await expect(post.getByRole('button', { name: /Imagem 1 de \d/ })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(13);
});

test('a producer publishes a photo with at most 5 taps from any page', async ({
  page,
  context,
}) => {
  await createSession(context, 'liasolar');
  await page.goto('/account/terms');
  const { tap, type, count } = countTaps();
  const text = `Da rua ${Date.now()}`;
  await tap(
    page
      .getByRole('navigation', { name: 'Navegação principal' })
      .getByRole('link', { name: 'Novo post' }),
  );
  // A person needs longer to find the photo than the page to be hydrated.
  await expect(page).toHaveURL(/\/posts/);
  await ready(page);
  const chooser = page.waitForEvent('filechooser');
  await tap(page.getByText('Escolher arquivos'));
  const buffer = await sharp({
    create: { width: 400, height: 300, channels: 3, background: { r: 90, g: 40, b: 120 } },
  })
    .jpeg()
    .toBuffer();
  await (await chooser).setFiles({ name: 'rua.jpg', mimeType: 'image/jpeg', buffer });
  await type(page.getByLabel('O que você quer mostrar?'), text);
  await tap(page.getByRole('button', { name: 'Publicar', exact: true }));
  await expect(page.getByText('Publicado!').first()).toBeVisible();
  // In the gallery of the phone, the photo itself.
  expect(count() + 1).toBeLessThanOrEqual(5);
});
