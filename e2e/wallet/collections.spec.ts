// A fan buys a collection: finds it on a locked post, tops up and pays once, and has it.
import { expect, test } from '@playwright/test';
import {
  call,
  chooseMethod,
  createSession,
  open,
  payAtBank,
  register,
  walletButton,
} from '../people.ts';

const TITLE = 'Sombras de outubro';

test('a fan finds a collection on a locked post, pays it by Pix, and all its posts are open', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const creator = await browser.newContext();
  await createSession(creator, 'caioambar');
  const publish = async (text: string) =>
    (
      (await call(creator, 'POST', '/posts', { text, price: 1_000, public: true })) as {
        id: string;
      }
    ).id;
  const postIds = [await publish('Primeira sombra'), await publish('Segunda sombra')];
  await call(creator, 'POST', '/collections', { title: TITLE, price: 1_500, postIds });
  await creator.close();
  await register(page, `colecao${Date.now() % 100_000_000}`, `/caioambar/posts/${postIds[0]}`);

  await test.step('the locked post names the collection, whose dialog says what it costs', async () => {
    await page
      .getByRole('button', { name: `Também na coleção ${TITLE}: 2 posts por R$ 15,00` })
      .click();
    const dialog = page.getByRole('dialog', { name: TITLE });
    await expect(
      dialog.getByRole('list', { name: 'O que tem na coleção' }).getByRole('listitem'),
    ).toHaveCount(2);
    await expect(dialog).toContainText('Comprando um por um');
    await dialog.getByRole('button', { name: 'Comprar 2 posts por R$ 15,00' }).click();
  });

  await test.step('the empty wallet asks for money, and the paid charge finishes the purchase', async () => {
    const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
    await expect(wallet).toContainText('Coleção de');
    await chooseMethod(wallet, 'Pix');
    await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
    await payAtBank(page, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
    await wallet.getByRole('button', { name: 'Comprar a coleção por R$ 15,00' }).click();
    await expect(wallet).toHaveCount(0);
  });

  await test.step('the collection is among the bought ones, and its posts are open', async () => {
    await open(page, '/collections/purchased');
    await page.getByRole('button', { name: new RegExp(TITLE) }).click();
    const dialog = page.getByRole('dialog', { name: TITLE });
    await expect(dialog.getByText('Aberto')).toHaveCount(2);
    await expect(dialog).toContainText('Você já tem todos os posts desta coleção.');
    await open(page, `/caioambar/posts/${postIds[1]}`);
    await expect(page.getByRole('article').first()).toContainText('Segunda sombra');
    await expect(walletButton(page)).toContainText('R$');
  });
});
