// Custom orders: a fan, a producer and an administrator, each in a browser of their own.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { drawArt } from '../../api/demo/art.ts';
import {
  call,
  chooseMethod,
  createAccount,
  createSession,
  makeAdmin,
  open,
  payAtBank,
  topUp,
  walletButton,
} from '../people.ts';
import { hiddenBeside, violations } from '../violations.ts';

const CREATOR = 'dalianorte';
const CREATOR_NAME = 'Dália Norte';

const newPage = async (browser: Browser, baseURL: string | undefined): Promise<Page> => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  return context.newPage();
};

/** The message of the room that tells of a step. */
const step = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text }).first();
const order = (page: Page): Locator => page.getByRole('dialog', { name: 'Encomenda', exact: true });
const openStep = async (page: Page, text: string): Promise<Locator> => {
  await step(page, text).getByRole('button', { name: 'Ver encomenda' }).click({ timeout: 30_000 });
  return order(page);
};
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(order(page)).toBeHidden();
};

const askFor = async (fan: Page, wish: string): Promise<void> => {
  await fan.getByRole('button', { name: `Mais opções da conversa com ${CREATOR_NAME}` }).click();
  await fan.getByRole('menuitem', { name: 'Pedir encomenda' }).click();
  const dialog = fan.getByRole('dialog', { name: `Encomenda para ${CREATOR_NAME}` });
  await dialog.getByLabel('O que você quer?').fill(wish);
  expect(await violations(fan)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(dialog).toBeHidden();
  await expect(step(fan, 'Encomenda pedida')).toBeVisible();
};

const offer = async (
  creator: Page,
  [centavos, days]: readonly [centavos: string, days: string],
): Promise<void> => {
  const dialog = await openStep(creator, 'Encomenda pedida');
  await dialog.getByRole('button', { name: 'Oferecer preço' }).click();
  await dialog.getByLabel('Preço').pressSequentially(centavos);
  await dialog.getByLabel('Prazo depois do pagamento').selectOption(days);
  expect(await violations(creator)).toEqual([]);
  await dialog.getByRole('button', { name: 'Oferecer preço' }).click();
  await expect(dialog.getByText('Preço oferecido')).toBeVisible();
  await close(creator);
};

const deliver = async (creator: Page, seed: number, words: string): Promise<void> => {
  const dialog = await openStep(creator, 'Paga, esperando a entrega');
  await dialog.getByRole('button', { name: 'Entregar' }).click();
  const buffer = await drawArt(seed, { width: 600, height: 900 });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `encomenda-${seed}.jpg`, mimeType: 'image/jpeg', buffer });
  await dialog.getByLabel('Mensagem (opcional)').fill(words);
  expect(await violations(creator)).toEqual([]);
  await dialog.getByRole('button', { name: 'Entregar' }).click({ timeout: 30_000 });
  await expect(dialog.getByText('Entregue')).toBeVisible({ timeout: 30_000 });
  await close(creator);
};

const expectNews = async (page: Page, text: RegExp): Promise<void> => {
  await open(page, '/notifications');
  await expect(page.getByRole('main')).toContainText(text);
};

/** A fan who follows the producer, and the producer, each in a browser of their own. */
const begin = async (browser: Browser, baseURL: string | undefined, fan: Page) => {
  const creator = await newPage(browser, baseURL);
  const username = `encomenda${Date.now() % 1_000_000}`;
  await createAccount(fan.context(), username);
  await createSession(creator.context(), CREATOR);
  const { id } = (await call(fan.context(), 'GET', `/publics/profiles/${CREATOR}`)) as {
    id: string;
  };
  await call(fan.context(), 'POST', `/profiles/${id}/follow`, { following: true });
  return { creator, username };
};

test('a custom order is requested, priced, paid into escrow, delivered and accepted, in view of both', async ({
  browser,
  page: fan,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { creator, username } = await begin(browser, baseURL, fan);

  await test.step('asked for in the conversation, and priced with a time by the creator', async () => {
    await open(fan, `/chats/${CREATOR}`);
    await askFor(fan, 'Um quadro só de triângulos azuis');
    await open(creator, `/chats/${username}`);
    await offer(creator, ['7500', '5']);
  });

  await test.step('paid after a top-up: the wallet shows what is locked, and leads to the order', async () => {
    const dialog = await openStep(fan, 'Preço oferecido');
    await dialog.getByRole('button', { name: 'Pagar R$ 75,00' }).click();
    const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
    await chooseMethod(wallet, 'Pix');
    await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
    await payAtBank(fan, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
    await wallet.getByRole('button', { name: 'Pagar R$ 75,00' }).click({ timeout: 30_000 });
    await expect(wallet).toBeHidden();
    await expect(step(fan, 'Paga, esperando a entrega')).toBeVisible();
    await open(fan, '/wallet');
    const main = fan.getByRole('main');
    await expect(main.getByText('Guardado em encomendas e shows R$ 75,00')).toBeVisible();
    await expect(walletButton(fan)).toContainText('R$ 25,00');
    expect(await violations(fan)).toEqual([]);
    await main.getByRole('link', { name: 'Ver encomenda', exact: true }).click();
    await expect(order(fan).getByText('Um quadro só de triângulos azuis')).toBeVisible();
    await expect(order(fan).getByText('Paga, esperando a entrega')).toBeVisible();
    await close(fan);
    await expect(fan).toHaveURL(/\/orders$/);
    expect(await violations(fan)).toEqual([]);
  });

  await test.step('delivered in the conversation, and accepted: the money is the creator’s', async () => {
    await open(fan, `/chats/${CREATOR}`);
    await deliver(creator, 31, 'Ficou assim!');
    const delivery = step(fan, 'Ficou assim!');
    await expect(delivery.getByRole('button', { name: /^Mídia 1 de 1/ })).toBeVisible({
      timeout: 60_000,
    });
    const dialog = await openStep(fan, 'Entregue');
    expect(await violations(fan)).toEqual([]);
    await dialog.getByRole('button', { name: 'Aceitar entrega' }).click();
    await expect(dialog.getByText('Concluída')).toBeVisible();
    await close(fan);
    await expect(step(creator, 'Concluída')).toBeVisible({ timeout: 30_000 });
    await open(fan, '/wallet');
    await expect(fan.getByRole('main').getByText('Saldo', { exact: true })).toBeVisible();
    await expect(fan.getByText('Guardado em encomendas e shows')).toBeHidden();
    const lines = fan.getByRole('listitem').filter({ hasText: 'Encomenda' });
    await expect(lines.filter({ hasText: /−R\$\s75,00/ })).toBeVisible();
    await open(creator, '/earnings');
    await expect(creator.getByText('R$ 75,00 menos R$ 15,00 da plataforma').first()).toBeVisible();
  });
  await creator.context().close();
});

test(
  'a custom order that the fan disputes is decided by an administrator, and both see the decision',
  { tag: '@slow' },
  async ({ browser, page: fan, baseURL }) => {
    test.setTimeout(240_000);
    const { creator, username } = await begin(browser, baseURL, fan);
    await topUp(fan.context(), 10_000);

    await test.step('an order is delivered and disputed', async () => {
      await open(fan, `/chats/${CREATOR}`);
      await askFor(fan, 'Um quadro só de círculos');
      await open(creator, `/chats/${username}`);
      await offer(creator, ['2000', '3']);
      const dialog = await openStep(fan, 'Preço oferecido');
      await dialog.getByRole('button', { name: 'Pagar R$ 20,00' }).click();
      await expect(dialog.getByText('Paga, esperando a entrega')).toBeVisible();
      await close(fan);
      await deliver(creator, 32, 'Aqui estão.');
      const delivered = await openStep(fan, 'Aqui estão.');
      await delivered.getByRole('button', { name: 'Contestar' }).click();
      await delivered.getByLabel('O que não está como combinado?').fill('São triângulos.');
      expect(await violations(fan)).toEqual([]);
      await delivered.getByRole('button', { name: 'Contestar' }).click();
      await expect(delivered.getByText('Entrega contestada')).toBeVisible();
      await close(fan);
      await expect(step(creator, 'Entrega contestada')).toBeVisible({ timeout: 30_000 });
    });

    await test.step('an administrator looks at the delivery and gives the money back', async () => {
      const admin = await newPage(browser, baseURL);
      const chief = `chefia${Date.now() % 1_000_000}`;
      await createAccount(admin.context(), chief);
      makeAdmin(chief);
      await open(admin, '/dsb/orders');
      const dispute = admin.getByRole('article').filter({ hasText: 'Um quadro só de círculos' });
      const picture = dispute.getByRole('img', { name: 'Mídia entregue 1' });
      await expect(picture).toBeVisible();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(200);
      expect(await violations(admin)).toEqual([]);
      for (const width of [360, 1_440]) expect(await hiddenBeside(admin, width)).toBe(0);
      await dispute.getByLabel('Motivo, que os dois leem').fill('Vi triângulos.');
      await dispute.getByRole('button', { name: 'Devolver a quem pediu' }).click();
      await expect(dispute).toBeHidden();
      await admin.getByRole('link', { name: 'Decididas' }).click();
      await expect(dispute.getByText('Vi triângulos.')).toBeVisible();
      await expect(picture).toBeHidden();
      expect(await violations(admin)).toEqual([]);
      await admin.context().close();
    });

    await test.step('both see the decision in the conversation, the notifications and the statement', async () => {
      for (const page of [fan, creator]) {
        const dialog = await openStep(page, 'Dinheiro devolvido');
        await expect(dialog.getByText('Vi triângulos.')).toBeVisible();
        await close(page);
      }
      await expect(step(fan, 'Aqui estão.')).toBeHidden();
      await expectNews(fan, /Os R\$\s20,00 da sua encomenda com Dália Norte voltaram/);
      await expectNews(creator, /os R\$\s20,00 voltaram para quem pediu/);
      await open(fan, '/wallet');
      await expect(walletButton(fan)).toContainText('R$ 100,00');
      const lines = fan.getByRole('listitem').filter({ hasText: 'Encomenda' });
      await expect(lines.filter({ hasText: /−R\$\s20,00/ })).toBeVisible();
      await expect(fan.getByRole('listitem').filter({ hasText: /\+R\$\s20,00/ })).toBeVisible();
    });
    await creator.context().close();
  },
);
