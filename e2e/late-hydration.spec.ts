// A visitor's page loads its scripts at the first sign of use, and misses nothing before.
import { expect, type Page, test } from '@playwright/test';
import { passGateByForm, ready } from './people.ts';

/** Opens a page as a visitor who has been here before, and uses nothing. */
const arrive = async (page: Page, path: string): Promise<string[]> => {
  await passGateByForm(page.context());
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/') && request.url().endsWith('.js'))
      scripts.push(request.url());
  });
  await page.goto(path);
  return scripts;
};

for (const path of ['/', '/irisveludo'])
  test(`a visitor's ${path} asks for no script of the application until it is used`, async ({
    page,
  }) => {
    const failures: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    page.on('pageerror', (error) => failures.push(error.message));
    const scripts = await arrive(page, path);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await ready(page);
    expect(scripts.length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

test('the first press on a page that is not hydrated is answered', async ({ page }) => {
  await arrive(page, '/irisveludo');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Camarim' })).toBeVisible();
});

test('a link on a page that is not hydrated leads there, by the keyboard', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await arrive(page, '/');
  await page
    .getByRole('link', { name: /Íris Veludo/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/irisveludo$/);
});

/** Both within the time that counts as twice, however busy the machine is. */
const escapeTwice = (page: Page) =>
  page.evaluate(() => {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    press();
    press();
  });

test('Escape twice covers a page that is not hydrated, and twice more uncovers it', async ({
  page,
}) => {
  await arrive(page, '/');
  const root = page.locator('html');
  await escapeTwice(page);
  await expect(root).toHaveAttribute('data-private', '');
  await ready(page);
  await escapeTwice(page);
  await expect(root).not.toHaveAttribute('data-private', '');
});
