// Conversations: a fan and a producer in two browsers, by pointer, thumb and keyboard.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { drawArt } from '../api/demo/art.ts';
import {
  call,
  chooseMethod,
  createAccount,
  createSession,
  logIn,
  DEMO_PASSWORD,
  open,
  payAtBank,
} from './people.ts';
import { violations } from './violations.ts';

const CREATOR = 'theolume';
const FAN_NAME = 'Gente Nova';

const newPage = async (browser: Browser, baseURL: string | undefined, phone = false) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    ...(phone && { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }),
  });
  return context.newPage();
};

const box = (page: Page) => page.getByRole('textbox', { name: /^Mensagem para/ });

const attachPicture = async (page: Page, seed: number): Promise<void> => {
  const buffer = await drawArt(seed, { width: 600, height: 900 });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `quadro-${seed}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('status').getByText('Enviado')).toBeVisible({ timeout: 30_000 });
};

test('a fan and a producer converse: a paid message, a picture, a picture that is sold, and a reaction', async ({
  browser,
  page: fan,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await createAccount(fan.context(), `conversa${Date.now() % 1_000_000}`);
  await open(fan, `/chats/${CREATOR}`);
  await expect(box(fan)).toHaveAttribute('placeholder', /^R\$\s1,00 por mensagem$/);
  await box(fan).fill('Oi, Théo! Adorei a série.');
  await box(fan).press('Enter');

  // Too little money: the wallet opens, the box is empty, and the message is sent after the
  // payment.
  const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
  await expect(wallet).toBeVisible();
  await expect(box(fan)).toHaveValue('');
  await chooseMethod(wallet, 'Pix');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
  await payAtBank(fan, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
  await wallet.getByRole('button', { name: 'Enviar por R$ 1,00' }).click({ timeout: 30_000 });
  await expect(wallet).toBeHidden();
  await expect(fan.getByRole('article').filter({ hasText: 'Adorei a série' })).toBeVisible();

  const creator = await newPage(browser, baseURL);
  await logIn(creator, CREATOR);
  await creator
    .getByRole('banner')
    .getByRole('button', { name: /^MENSAGENS/ })
    .click();
  const drawer = creator.getByRole('dialog', { name: 'MENSAGENS' });
  expect(await drawer.evaluate((node) => node.getBoundingClientRect().width)).toBe(400);
  await drawer.getByRole('link', { name: FAN_NAME }).click();
  await expect(drawer.getByText('Oi, Théo! Adorei a série.')).toBeVisible();
  await expect(box(creator)).toHaveAttribute('placeholder', 'Fale com Gente');
  expect(await violations(creator)).toEqual([]);

  await attachPicture(creator, 11);
  await box(creator).fill('Esta é para você.');
  await box(creator).press('Enter');
  const picture = fan.getByRole('button', { name: /^Mídia 1 de 1, de Théo/ });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  const height = await picture.evaluate((node) => node.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(136);

  await attachPicture(creator, 12);
  await creator.getByLabel('Preço (opcional)').pressSequentially('1000');
  await box(creator).fill('E esta é o quadro inteiro.');
  await creator.getByRole('button', { name: 'Enviar', exact: true }).click();
  const sold = fan.getByRole('article').filter({ hasText: 'o quadro inteiro' });
  await sold.getByRole('button', { name: 'Desbloquear por R$ 10,00' }).click({ timeout: 60_000 });
  await fan
    .getByRole('dialog', { name: 'Desbloquear mídia' })
    .getByRole('button', { name: 'Desbloquear por R$ 10,00' })
    .click();
  await expect(sold.getByRole('button', { name: /^Mídia 1 de 1/ })).toBeVisible({
    timeout: 60_000,
  });
  await expect(drawer.getByText('comprada', { exact: false }).last()).toBeVisible();

  await sold.getByRole('button', { name: /^Opções da mensagem/ }).press('Enter');
  await fan.getByRole('menuitem', { name: 'Reagir' }).press('Enter');
  await fan.getByRole('toolbar', { name: 'Reagir' }).getByRole('button', { name: '❤️' }).click();
  await expect(drawer.getByText('❤️')).toBeVisible();
  expect(await violations(fan)).toEqual([]);
  await creator.context().close();
});

test(
  'a producer opens a conversation from the bar by thumb at 360 px, answers, and goes back',
  { tag: '@slow' },
  async ({ browser, page, baseURL }) => {
    test.setTimeout(120_000);
    const username = `polegar${Date.now() % 1_000_000}`;
    await createAccount(page.context(), username);
    const { profile } = (await call(page.context(), 'GET', '/auth')) as { profile: { id: string } };
    const theo = (await call(page.context(), 'GET', `/publics/profiles/${CREATOR}`)) as {
      id: string;
    };
    await call(page.context(), 'POST', `/profiles/${theo.id}/follow`, { following: true });
    const creator = await newPage(browser, baseURL, true);
    await createSession(creator.context(), CREATOR);
    const sending = await creator.context().request.fetch('/api/chats/messages', {
      method: 'POST',
      headers: { 'x-origin': 'CAM', lang: 'pt', 'idempotency-key': `polegar-${Date.now()}-chave` },
      data: { receiverId: profile.id, message: 'Bom dia!' },
    });
    expect(sending.status()).toBe(200);
    await open(creator, '/');
    await creator.getByRole('button', { name: /^MENSAGENS/ }).tap();
    const sheet = creator.getByRole('dialog', { name: 'MENSAGENS' });
    await sheet
      .getByRole('link', { name: /Você: Bom dia!/ })
      .first()
      .tap();
    await expect(box(creator)).toBeInViewport();
    expect(await violations(creator)).toEqual([]);
    await sheet.getByRole('button', { name: 'Fechar' }).tap();
    await expect(sheet).toBeHidden();
    await open(creator, '/posts');
    await creator
      .getByRole('navigation', { name: 'Navegação principal' })
      .getByRole('link', { name: 'Mensagens' })
      .tap();
    await expect(creator).toHaveURL(/\/chats$/);
    await creator
      .getByRole('link', { name: /Você: Bom dia!/ })
      .first()
      .tap();
    await expect(creator.getByRole('article').filter({ hasText: 'Bom dia!' })).toBeVisible();
    await box(creator).fill('Tudo bem?');
    await creator.getByRole('button', { name: 'Enviar', exact: true }).tap();
    const sent = creator.getByRole('article').filter({ hasText: 'Tudo bem?' });
    await expect(sent.getByText('Enviada')).toBeAttached();
    expect(
      await creator.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
    expect(await violations(creator)).toEqual([]);
    await creator.getByRole('button', { name: 'Voltar às conversas' }).tap();
    await expect(creator.getByRole('link', { name: /Você: Tudo bem\?/ }).first()).toBeVisible();
    await creator.context().close();
  },
);

test(
  'a message is written by keyboard alone, and the drawer returns the focus',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(120_000);
    await logIn(page, CREATOR, DEMO_PASSWORD);
    const opener = page.getByRole('banner').getByRole('button', { name: /^MENSAGENS/ });
    await opener.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'MENSAGENS' });
    await drawer.getByRole('button', { name: 'Nova conversa' }).first().press('Enter');
    const contacts = page.getByRole('dialog', { name: 'Nova conversa' });
    await contacts.getByRole('searchbox').fill('malu');
    await contacts.getByRole('button', { name: /Malu/ }).press('Enter');
    await box(page).focus();
    await page.keyboard.type('Primeira linha');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('segunda');
    await page.keyboard.press('Control+Enter');
    await expect(box(page)).toHaveValue(/Primeira linha\nsegunda/);
    await page.keyboard.press('Tab');
    await expect(box(page)).toBeFocused();
    await expect(drawer.getByText('pressione Esc antes', { exact: false })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(drawer.getByRole('article').filter({ hasText: 'Primeira linha' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(box(page)).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
  },
);
