// Third-party scripts from their own server: none without consent, what each receives with it,
// and none after it is withdrawn.
import { createServer, type Server } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import {
  createSession,
  logInByForm,
  open,
  passGateByForm,
  ready,
  type StoredSession,
  storeSession,
} from './people.ts';

/** A support chat's integration that records its calls in the local storage. */
const SUPPORT = `
  const record = (...line) => localStorage.setItem('calls', JSON.stringify([...JSON.parse(localStorage.getItem('calls') ?? '[]'), line]));
  window.camarimSupport = { identify: (visitor) => record('identify', visitor), reset: () => record('reset') };`;

const ANYWHERE = {
  'content-type': 'text/javascript',
  'cross-origin-resource-policy': 'cross-origin',
};

let scripts: Server;
let asked: string[] = [];
let broken = false;
let member: StoredSession;

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
  member = await storeSession(browser, baseURL, (context) => createSession(context, 'irisveludo'));
});
test.afterAll(() => scripts.close());
test.beforeEach(() => {
  asked = [];
  broken = false;
});

const messagesToSupport = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('calls') ?? '[]') as unknown[]);
const pageViews = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: { event: string; page?: string }[] }).dataLayer ?? [])
      .filter(({ event }) => event === 'page-view')
      .map((view) => view.page),
  );
/** How long after the next change of the address something is reported to the tag manager. */
const delayOfNextReport = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { navigation, dataLayer } = window as unknown as {
          navigation: EventTarget;
          dataLayer: object[];
        };
        navigation.addEventListener(
          'currententrychange',
          () => {
            const changedAtMs = performance.now();
            dataLayer.push = (...reports) => {
              resolve(performance.now() - changedAtMs);
              return Array.prototype.push.apply(dataLayer, reports);
            };
          },
          { once: true },
        );
      }),
  );
const agree = (page: Page, value: 'all' | 'essential', url: string | undefined) =>
  page.context().addCookies([{ name: 'cookies', value, url: url ?? '' }]);

test('third parties learn nothing of a visitor who has not agreed or only to the essential', async ({
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

test('a visitor who agrees is reported to the tag manager until they withdraw the consent', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }).click();
  const all = page.getByRole('button', { name: 'Aceitar todos' });
  await all.click();
  // Before hydration its form loads the page again.
  await expect(all).toHaveCount(0);
  await ready(page);
  await expect.poll(() => messagesToSupport(page)).toEqual([['reset']]);
  await expect.poll(() => pageViews(page)).toEqual(['/']);
  const delay = delayOfNextReport(page);
  await page.getByRole('link', { name: 'Torne-se um(a) modelo' }).first().click();
  await page.waitForURL('**/account/request');
  // 250 ms by the specification; clocks of browsers are a little coarse.
  expect(await delay).toBeGreaterThan(240);
  expect(await pageViews(page)).toEqual(['/', '/account/request']);
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

test.describe('a member who agrees to third parties', () => {
  test.use({ storageState: ({ browserName: _name }, use) => use(member) });

  test(
    'a member who agrees to third parties is identified to the support chat until they log out',
    { tag: '@slow' },
    async ({ page, baseURL }) => {
      await agree(page, 'all', baseURL);
      await open(page, '/');
      await expect.poll(async () => (await messagesToSupport(page)).length).toBe(1);
      const [[what, visitor]] = (await messagesToSupport(page)) as [
        [string, Record<string, string>],
      ];
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
      await expect(
        page.getByRole('button', { name: 'Tenho 18 anos ou mais: entrar' }),
      ).toBeVisible();
      // Logging out empties the local storage, and with it the recorded calls of the chat.
      await expect.poll(() => messagesToSupport(page)).toEqual([['reset']]);
      expect(asked.filter((url) => url.startsWith('/screen'))).toEqual([]);
    },
  );
});

test(
  'a log-in is reported once to the tag manager after consent',
  { tag: '@slow' },
  async ({ page, baseURL }) => {
    await passGateByForm(page.context());
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
  },
);

test(
  'a support chat that fails is reported to the console only',
  { tag: '@slow' },
  async ({ page, baseURL }) => {
    broken = true;
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await passGateByForm(page.context());
    await agree(page, 'all', baseURL);
    await open(page, '/');
    await expect.poll(() => lines).toContain('Falha ao vincular usuário suporte.');
    await expect(page.locator('[popover=manual] > div')).toHaveCount(0);
  },
);
