// A producer puts the pictures of a sold post in order from the keyboard and shows one of them for
// free; visitors see that one, and the lock.
import { expect, type Page, test } from '@playwright/test';
import { createSession, demoPost, open, passGateByForm } from '../people.ts';

const TEXT = 'Os três que ninguém viu';
/** The number of images of this post in the small demo. */
const PICTURES = 2;

/** The last characters of the ids of the pictures, in order. */
const orderOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Mídias do post' })
    .locator('img')
    .evaluateAll((pictures) =>
      pictures.map((picture) => (picture as HTMLImageElement).src.split('/')[4] ?? ''),
    );

test(
  'a producer sorts the images of a sold post by keyboard and shows visitors one for free',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(180_000);
    await createSession(page.context(), 'caioambar');
    const post = await demoPost(page, 'caioambar', TEXT);
    await post.getByRole('button', { name: 'Opções do post' }).click();
    await page.getByRole('menuitem', { name: 'Editar o post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar o post' });
    // A picture that is still being prepared has no thumbnail, and so no place in the order yet.
    await expect.poll(() => orderOf(page), { timeout: 120_000 }).toHaveLength(PICTURES);
    const before = await orderOf(page);
    await dialog.getByRole('button', { name: /Arrastar o item 1 de/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText(/Posição 2 de/)).toBeAttached();
    await page.keyboard.press('Space');
    const [first, second, ...rest] = before;
    await expect.poll(() => orderOf(page)).toEqual([second, first, ...rest]);

    await dialog.getByLabel('Prévia livre').selectOption({ index: 2 });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toBeHidden();

    const visitor = await browser.newContext(baseURL ? { baseURL } : {});
    await passGateByForm(visitor);
    const theirs = await visitor.newPage();
    await open(theirs, '/caioambar');
    const seen = theirs.getByRole('article').filter({ hasText: TEXT });
    await expect(seen.getByText('Prévia livre')).toBeVisible();
    const picture = seen.getByRole('button', { name: 'Imagem 1 de 1, de Caio Âmbar' });
    await expect(picture.locator('img')).toHaveAttribute('src', new RegExp(`/media/${first}/lg`));
    await expect(seen.getByRole('button', { name: /R\$ 9,90/ })).toBeVisible();
    await visitor.close();
  },
);
