// A tip arrives as a notification in the producer's other browser; its email is ended by one press;
// without a connection there is a page that says so; a setting outlives its page.
import { expect, type Page, test } from '@playwright/test';
import {
  call,
  chooseMethod,
  DEMO_PASSWORD,
  logIn,
  open,
  openInbox,
  payAtBank,
  register,
} from './people.ts';
import { violations } from './violations.ts';

/**
 * Chooses emails at once on the open page of settings, which still says so when it is opened again.
 */
const chooseAtOnce = async (page: Page): Promise<void> => {
  const emails = page.getByLabel('E-mail: Vendas e mimos');
  // A page that is left takes its unanswered calls with it.
  const stored = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.url().endsWith('/api/profiles/notifications/settings'),
  );
  await emails.selectOption('Na hora');
  expect((await stored).status()).toBe(200);
  await open(page, '/settings/notifications');
  await expect(emails).toHaveValue('now');
};

test('a tip arrives as a notification in the other browser, and its emails end by one press', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000);
  const creator = await (await browser.newContext()).newPage();
  await logIn(creator, 'irisveludo', DEMO_PASSWORD, '/notifications');
  const message = `Para o jantar ${Date.now() % 1_000_000}`;
  const row = creator.getByRole('article').filter({ hasText: message });
  await expect(row).toHaveCount(0);

  await register(page, `avisos${Date.now() % 1_000_000}`, '/irisveludo');
  await page.getByRole('main').getByRole('button', { name: 'Mimo', exact: true }).first().click();
  const tip = page.getByRole('dialog', { name: 'Mimo para Íris Veludo' });
  await tip.getByLabel('Mensagem (opcional)').fill(message);
  await tip.getByRole('button', { name: 'Enviar R$ 10,00' }).click();
  const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await wallet.getByText('R$ 50', { exact: true }).click();
  await chooseMethod(wallet, 'Pix');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
  await payAtBank(page, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
  await wallet
    .getByRole('button', { name: 'Enviar o mimo de R$ 10,00' })
    .click({ timeout: 30_000 });
  await expect(wallet).toBeHidden();

  await test.step('the notification arrives by itself, is counted, and is marked as read', async () => {
    await expect(row).toContainText('enviou um mimo de', { timeout: 20_000 });
    await expect(creator).toHaveTitle(/^\(\d+\+?\) /);
    expect(await violations(creator)).toEqual([]);
    await row.getByRole('button', { name: 'Marcar como lida' }).click();
    await expect(row.getByRole('button', { name: 'Marcar como lida' })).toHaveCount(0);
    // Journeys that run beside this one buy from the same producer.
    await expect(async () => {
      await creator.getByRole('button', { name: 'Marcar todas como lidas' }).click();
      await expect(creator).not.toHaveTitle(/^\(/, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await row.getByRole('link').click();
    await expect(creator).toHaveURL(/\/earnings$/);
  });

  const address =
    await test.step('the email has the message and an address to end it', async () => {
      await expect(async () => {
        // Again each time: another journey may have used the link, which works once.
        await openInbox(page);
        await expect(page.locator('body')).toContainText(message, { timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
      const text = (await page.locator('body').textContent()) ?? '';
      const found = /https?:\/\/\S+\/account\/unsubscribe\?code=[\w.-]+/.exec(
        text.slice(text.indexOf(message)),
      );
      return found?.[0] ?? '';
    });

  await test.step('an email program ends these emails by one POST, as RFC 8058 says', async () => {
    const visitor = await browser.newContext();
    const reply = await visitor.request.post(address, {
      form: { 'List-Unsubscribe': 'One-Click' },
    });
    expect(reply.status()).toBe(200);
    await open(creator, '/settings/notifications');
    const emails = creator.getByLabel('E-mail: Vendas e mimos');
    await expect(emails).toHaveValue('off');
    expect(await violations(creator)).toEqual([]);
    await chooseAtOnce(creator);
  });

  await test.step('the page behind the link ends them by its button, without a session', async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(address);
    expect(await violations(visitor)).toEqual([]);
    await visitor.getByRole('button', { name: 'Parar estes e-mails' }).click();
    await expect(visitor.getByText('Pronto. Estes e-mails acabaram.')).toBeVisible();
    await open(creator, '/settings/notifications');
    await expect(creator.getByLabel('E-mail: Vendas e mimos')).toHaveValue('off');
    await chooseAtOnce(creator);
  });
});

test('a member without a connection gets a page that says so, and nothing private is stored', async ({
  page,
}) => {
  await register(page, `semrede${Date.now() % 1_000_000}`, '/wallet');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.context().setOffline(true);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname);
    return paths.sort();
  });
  expect(stored).toEqual(['/favicon.svg', '/offline.css', '/offline.html']);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Notificações' })).toBeVisible();
});

test('a setting that is saved at once is saved although the page is left before the answer', async ({
  page,
}) => {
  await register(page, `deixa${Date.now() % 1_000_000}`, '/settings/notifications');
  const email = async () => {
    const { groups } = (await call(page.context(), 'GET', '/profiles/notifications/settings')) as {
      groups: { comments: { email: string } };
    };
    return groups.comments.email;
  };
  expect(await email()).toBe('digest');
  // The call leaves the browser only when its page is gone, as on a slow connection.
  const left = Promise.withResolvers<void>();
  await page.route('**/api/profiles/notifications/settings', async (route) => {
    if (route.request().method() === 'PUT') await left.promise;
    await route.continue();
  });
  const begun = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByLabel('E-mail: Comentários').selectOption('off');
  await begun;
  await page.goto('about:blank');
  left.resolve();
  await expect.poll(email).toBe('off');
});
