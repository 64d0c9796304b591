// axe finds nothing on the main screens, in both themes, with dialogs open.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { demoPost, enterSite, logIn, open, openWallet } from './people.ts';

const SETTLED_MS = 600;

const violations = async (page: Page) => {
  // Waits for parts that load late.
  await page.waitForTimeout(SETTLED_MS);
  await expect(page.locator('h1').first()).toBeAttached();
  // An element that fades in has no final colours yet.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

/**
 * Opens the comments of a post, comments and replies, so that replies and their form show.
 */
const answerOneself = async (page: Page, post: Locator): Promise<void> => {
  await post.getByRole('button', { name: /comentários?$/ }).click();
  await post.getByLabel('Escreva um comentário').fill('Sobre esta luz');
  await page.keyboard.press('Enter');
  const opener = post.getByRole('button', { name: /^Responder a/ }).first();
  await opener.press('Enter');
  await page.keyboard.type('Obrigada!');
  await page.keyboard.press('Enter');
  await expect(post.getByRole('list', { name: 'Respostas' })).toContainText('Obrigada!');
  await opener.press('Enter');
  await expect(post.getByLabel(/^Responda a/)).toBeFocused();
};

for (const theme of ['dark', 'light']) {
  test(`the screens of the main journey are accessible in the ${theme} theme`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
    await open(page, '/');
    expect(await violations(page), 'gate').toEqual([]);
    await enterSite(page);
    expect(await violations(page), 'home').toEqual([]);
    await demoPost(page, 'irisveludo', 'Terça de ensaio');
    expect(await violations(page), 'profile').toEqual([]);
    await open(page, '/?dialog=register');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'register').toEqual([]);
    await logIn(page, 'irisveludo');
    expect(await violations(page), 'feed').toEqual([]);
    const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');
    await answerOneself(page, post);
    expect(await violations(page), 'comments and answers').toEqual([]);
    await post.getByRole('button', { name: 'Opções do post' }).click();
    await page.getByRole('menuitem', { name: 'Editar o post' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acrescentar mídias' }).click();
    expect(await violations(page), 'editing a post').toEqual([]);
    await page.keyboard.press('Escape');
    await openWallet(page);
    expect(await violations(page), 'wallet dialog').toEqual([]);
    for (const path of [
      '/wallet',
      '/earnings',
      '/bank',
      '/posts',
      '/posts/vault',
      '/posts/calendar',
      '/options/plan',
      '/settings/subscriptions',
    ]) {
      await open(page, path);
      expect(await violations(page), path).toEqual([]);
    }
  });
}
