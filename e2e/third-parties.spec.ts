// Scripts of others, from a server of their own: nothing without consent, what each is told with
// it, and gone when it is taken back.
import { createServer, type Server } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { enterSite, logIn, logInByForm, open, type Stored, storedBy } from './people.ts';

/** What a support chat's glue does, and a memory of what it was told that outlives the page. */
const SUPPORT = `
  const told = (...line) => localStorage.setItem('told', JSON.stringify([...JSON.parse(localStorage.getItem('told') ?? '[]'), line]));
  window.camarimSupport = { identify: (visitor) => told('identify', visitor), reset: () => told('reset') };`;

const ANYWHERE = {
  'content-type': 'text/javascript',
  'cross-origin-resource-policy': 'cross-origin',
};

let scripts: Server;
let asked: string[] = [];
let broken = false;
let member: Stored;

test.beforeAll(async ({ browser, baseURL }) => {
  scripts = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (broken) response.writeHead(500).end();
    else
      response
        .writeHead(200, ANYWHERE)
        .end(request.url?.startsWith('/support') ? SUPPORT : 'window.ran = true;');
  });
  await new Promise<void>((resolve) =>
    scripts.listen(Number(process.env['E2E_SCRIPTS_PORT']), '127.0.0.1', resolve),
  );
  member = await storedBy(browser, baseURL, (page) => logIn(page, 'irisveludo'));
});
test.afterAll(() => scripts.close());
test.beforeEach(() => {
  asked = [];
  broken = false;
});

const told = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('told') ?? '[]') as unknown[]);
const pageViews = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: { event: string; page?: string }[] }).dataLayer ?? [])
      .filter(({ event }) => event === 'page-view')
      .map((view) => view.page),
  );
const agree = (page: Page, value: 'all' | 'essential', url: string | undefined) =>
  page.context().addCookies([{ name: 'cookies', value, url: url ?? '' }]);

test('a visitor who has not agreed, or only to the essential, is shown to nobody', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }).click();
  await page.getByRole('button', { name: 'Só os essenciais' }).click();
  await expect(page.getByRole('button', { name: 'Só os essenciais' })).toHaveCount(0);
  await open(page, '/?explore');
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});

test('a visitor who agrees: the chat forgets, every page is told after 250 ms, nothing screens them; taking it back ends it', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }).click();
  await page.getByRole('button', { name: 'Aceitar todos' }).click();
  await expect.poll(() => told(page)).toEqual([['reset']]);
  await expect.poll(() => pageViews(page)).toEqual(['/']);
  await page.getByRole('link', { name: 'Torne-se um(a) modelo' }).first().click();
  await page.waitForURL('**/account/request');
  expect(await pageViews(page)).toEqual(['/']);
  await expect.poll(() => pageViews(page), { intervals: [50] }).toEqual(['/', '/account/request']);
  expect(asked.sort()).toEqual(['/support.js', '/tags.js?id=GTM-E2E']);

  await open(page, '/account/cookies');
  const choice = page.getByRole('group', { name: 'Cookies neste aparelho' });
  await expect(choice.getByRole('button', { name: 'Aceitar todos' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await choice.getByRole('button', { name: 'Só os essenciais' }).click();
  await expect(choice.getByRole('button', { name: 'Só os essenciais' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  asked = [];
  await open(page, '/');
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window || 'camarimSupport' in window)).toBe(
    false,
  );
});

test.describe('a member who agrees', () => {
  test.use({ storageState: ({ browserName: _name }, use) => use(member) });

  test('is named to the chat and screened under the session’s id; after logging out the chat forgets', async ({
    page,
    baseURL,
  }) => {
    await agree(page, 'all', baseURL);
    await open(page, '/');
    await expect.poll(async () => (await told(page)).length).toBe(1);
    const [[what, visitor]] = (await told(page)) as [[string, Record<string, string>]];
    expect(what).toBe('identify');
    expect(visitor).toEqual({
      id: (await page.context().cookies()).find(({ name }) => name === 'userId')?.value,
      name: 'irisveludo',
      displayName: expect.stringContaining('Íris'),
      email: expect.stringContaining('@'),
      producer: 'Sim',
      balance: expect.stringMatching(/^\d+\.\d\d$/),
    });
    const screened = asked.find((url) => url.startsWith('/screen.js'));
    expect(screened).toMatch(/^\/screen\.js\?session=[0-9a-f-]{36}$/);

    asked = [];
    await page.getByRole('button', { name: 'Menu', exact: true }).first().click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Sair da conta?' })
      .getByRole('button', { name: 'Sair', exact: true })
      .click();
    await expect(page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' })).toBeVisible();
    // Logging out empties the local storage, and with it what the chat had been told.
    await expect.poll(() => told(page)).toEqual([['reset']]);
    expect(asked.filter((url) => url.startsWith('/screen'))).toEqual([]);
  });
});

test('logging in is told once to the tag manager of who agreed', async ({ page, baseURL }) => {
  await enterSite(page);
  await agree(page, 'all', baseURL);
  await logInByForm(page, 'davi');
  const logged = () =>
    page.evaluate(
      () =>
        ((window as { dataLayer?: { event: string }[] }).dataLayer ?? []).filter(
          ({ event }) => event === 'logged',
        ).length,
    );
  await expect.poll(logged).toBe(1);
  await open(page, '/');
  await expect.poll(() => pageViews(page)).toEqual(['/']);
  expect(await logged()).toBe(0);
});

test('a chat that fails is told to the console and to nobody else', async ({ page, baseURL }) => {
  broken = true;
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await enterSite(page);
  await agree(page, 'all', baseURL);
  await open(page, '/');
  await expect.poll(() => lines).toContain('Falha ao vincular usuário suporte.');
  await expect(page.locator('[popover=manual] > div')).toHaveCount(0);
});
