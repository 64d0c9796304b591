// The vault: a producer puts media in a folder, finds them again, uses one in a new post without
// uploading it again, and keeps it after the post is deleted.
import { expect, type Page, test } from '@playwright/test';
import { createSession, open } from '../people.ts';

const inVault = (page: Page) => page.getByRole('list', { name: 'Mídias do cofre' });

test(
  'a producer files media in the vault, reuses one in a post, and keeps it after the post is deleted',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000);
    await createSession(page.context(), 'caioambar');
    const name = `Ensaio ${Date.now()}`;

    await test.step('two go into a new folder, chosen by the keyboard', async () => {
      await open(page, '/posts/vault');
      const boxes = inVault(page).getByRole('checkbox');
      await boxes.nth(0).focus();
      await page.keyboard.press('Space');
      await boxes.nth(1).focus();
      await page.keyboard.press('Space');
      await expect(page.getByText('2 selecionadas')).toBeVisible();
      await page.getByRole('button', { name: 'Mover' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Nova pasta' }).click();
      await page.getByRole('dialog').getByLabel('Nome da pasta').fill(name);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`2 movidas para “${name}”.`).first()).toBeVisible();
    });

    await test.step('the folder shows them, and a search that finds none says so', async () => {
      await page.getByRole('navigation', { name: 'Pastas' }).getByRole('link', { name }).click();
      await expect(inVault(page).getByRole('checkbox')).toHaveCount(2);
      await page
        .getByRole('searchbox', { name: 'Buscar por título ou arquivo' })
        .fill('não existe');
      await expect(page.getByText('Nada encontrado')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Buscar por título ou arquivo' }).fill('');
      await expect(inVault(page).getByRole('checkbox')).toHaveCount(2);
    });

    const text = `Do cofre ${Date.now()}`;
    await test.step('one is put in a post from the composer, and nothing is uploaded', async () => {
      const uploads: string[] = [];
      page.on(
        'request',
        (request) =>
          void (request.url().includes('/auth/private-upload') && uploads.push(request.url())),
      );
      await open(page, '/posts');
      await page.getByLabel('O que você quer mostrar?').fill(text);
      await page.getByRole('button', { name: 'Do cofre' }).click();
      const picker = page.getByRole('dialog', { name: 'Escolher do cofre' });
      await picker.getByRole('combobox', { name: 'Pasta' }).selectOption({ label: name });
      await expect(picker.getByRole('checkbox')).toHaveCount(2);
      await picker.getByRole('checkbox').first().check();
      await picker.getByRole('button', { name: 'Pôr no post' }).click();
      await expect(page.getByText('Do seu cofre: não precisa enviar de novo')).toBeVisible();
      await page.getByRole('button', { name: 'Publicar', exact: true }).click();
      await expect(page.getByText('Publicado! Cada mídia').first()).toBeVisible();
      const post = page.getByRole('article').filter({ hasText: text });
      await expect(post.getByRole('button', { name: /^Imagem 1 de 1/ })).toBeVisible();
      await expect(post.getByText('Agendado')).toHaveCount(0);
      expect(uploads).toEqual([]);
    });

    await test.step('another is added while the post is edited', async () => {
      const post = page.getByRole('article').filter({ hasText: text });
      await post.getByRole('button', { name: 'Opções' }).click();
      await page.getByRole('menuitem', { name: 'Editar o post' }).click();
      await page.getByRole('button', { name: 'Acrescentar mídias' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Do cofre' }).click();
      const picker = page.getByRole('dialog', { name: 'Escolher do cofre' });
      await picker.getByRole('combobox', { name: 'Pasta' }).selectOption({ label: name });
      await expect(picker.getByRole('checkbox')).toHaveCount(2);
      await expect(picker.getByRole('checkbox', { disabled: true })).toHaveCount(1);
      await picker.getByRole('checkbox', { disabled: false }).check();
      await picker.getByRole('button', { name: 'Pôr no post' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
      await expect(post.getByRole('button', { name: /^Imagem 2 de 2/ })).toBeAttached();
    });

    await test.step('the vault names the post, and keeps the media when it is deleted', async () => {
      await open(page, '/posts/vault');
      await page.getByRole('navigation', { name: 'Pastas' }).getByRole('link', { name }).click();
      await expect(inVault(page).getByRole('checkbox')).toHaveCount(2);
      await inVault(page)
        .getByRole('button', { name: /^Abrir:/ })
        .first()
        .click();
      await expect(
        page.getByRole('dialog').getByRole('link', { name: new RegExp(text) }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Dar um título' }).click();
      await page.getByRole('textbox', { name: 'Título' }).fill(`Capa de ${name}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: `Capa de ${name}` })).toBeVisible();
      await page.keyboard.press('Escape');
      await open(page, '/posts');
      const mine = page.getByRole('article').filter({ hasText: text });
      await mine.getByRole('button', { name: 'Opções' }).click();
      await page.getByRole('menuitem', { name: 'Apagar' }).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
      await expect(mine).toHaveCount(0);
      await open(page, '/posts/vault');
      await page.getByRole('navigation', { name: 'Pastas' }).getByRole('link', { name }).click();
      await expect(inVault(page).getByRole('checkbox')).toHaveCount(2);
    });
  },
);
