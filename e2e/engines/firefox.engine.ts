// Firefox does the main job: a producer publishes a video; a newcomer registers, pays by Pix, buys,
// watches and comments. Fans watch live shows, and a producer sends one. And what differed in
// Firefox: code that is loading when a page is left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import type { Browser, Page } from 'puppeteer-core';
import { drawClip } from '../../api/platform/media/video/clips.ts';
import { startProgram } from '../lives/programs.ts';
import { enter, seesPicture } from '../lives/shows.ts';
import { call, createSession, PASSWORD } from '../people.ts';
import {
  answer,
  DIALOG,
  documentsOf,
  faultsOf,
  openFirefox,
  press,
  waitForText,
  waitForBalance,
  payAtBank,
  settled,
  signIn,
  typeInto,
} from './firefox.ts';

let folder: string;
let session: APIRequestContext;
test.beforeAll(async ({ baseURL }) => {
  folder = mkdtempSync(join(tmpdir(), 'camarim-engines-'));
  session = await request.newContext({ baseURL: baseURL ?? '' });
});
test.afterAll(async () => {
  await session.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const UNLOCK = 'Desbloquear por R$ 5,00';

const opened: Browser[] = [];
test.afterEach(async ({ browserName: _name }, info) => {
  for (const [index, browser] of opened.splice(0).entries()) {
    const page = (await browser.pages()).at(-1);
    const path = info.outputPath(`firefox-${index}.png`) as `${string}.png`;
    if (info.status !== info.expectedStatus) await page?.screenshot({ path });
    await browser.close();
  }
});

const openPage = async (preferences = {}): Promise<Page> => {
  const browser = await openFirefox(preferences);
  opened.push(browser);
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return page;
};

test('a producer publishes a video in Firefox, and a newcomer pays by Pix, buys, watches and comments', async ({
  baseURL,
}) => {
  const text = `Estreia ${Date.now()}`;
  await test.step('the creator publishes a video with a price', async () => {
    const page = await openPage();
    const faults = faultsOf(page);
    await signIn(page, session, 'irisveludo');
    const video = await drawClip(folder, { seconds: 8, size: '640x360', name: 'estreia.mp4' });
    await page.goto(`${baseURL}/posts`);
    await typeInto(page, '::-p-aria(O que você quer mostrar?)', text);
    const files = await page.waitForSelector('input[type=file][multiple]');
    await files?.uploadFile(video);
    await waitForText(page, 'Enviado');
    await typeInto(page, '::-p-aria([name="Preço"][role="textbox"])', '500');
    await press(page, 'Publicar');
    await waitForText(page, 'Publicado!');
    expect(faults).toEqual([]);
  });

  const page = await openPage();
  const faults = faultsOf(page);
  await test.step('a newcomer passes the gate and registers', async () => {
    await page.goto(`${baseURL}/`);
    await press(page, 'Tenho 18 anos ou mais: entrar');
    await Promise.all([page.waitForNavigation(), press(page, 'Só os essenciais')]);
    await press(page, 'Crie sua conta GRÁTIS');
    const username = `raposa${Date.now() % 1_000_000}`;
    await typeInto(page, `${DIALOG} [name=email]`, `${username}@example.com`);
    await typeInto(page, `${DIALOG} [name=username]`, username);
    await typeInto(page, `${DIALOG} [name=password]`, PASSWORD);
    await press(page, 'Criar minha conta');
    await waitForBalance(page, '0,00');
  });

  await test.step('they buy the post: the wallet is empty, so they pay by Pix first', async () => {
    await page.goto(`${baseURL}/irisveludo`);
    await press(page, UNLOCK);
    await press(page, 'Gerar o código Pix');
    const code = await page.waitForSelector(`${DIALOG} :is(input, textarea)[readonly]`);
    await payAtBank(
      page,
      (await code?.evaluate((field) => (field as HTMLInputElement).value)) ?? '',
    );
    await press(page, UNLOCK, DIALOG);
    await waitForBalance(page, '20,00');
  });

  await test.step('the video plays', async () => {
    await press(page, /^Assistir: Vídeo 1 de 1/);
    const playedTo = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
    await expect.poll(playedTo, { timeout: 60_000 }).toBeGreaterThan(0.3);
  });

  await test.step('they comment', async () => {
    await press(page, '0 comentários', 'article:has(video)');
    await typeInto(page, 'article textarea', 'Que estreia!');
    await press(page, 'Comentar');
    await waitForText(page, 'Que estreia!');
  });
  expect(faults).toEqual([]);
});

/** The picture of the program is there, and moves. */
const seesProgram = async (page: Page): Promise<void> => {
  const shown = () =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return video?.videoWidth === 320 ? video.currentTime : 0;
    });
  await expect.poll(shown, { timeout: 90_000 }).toBeGreaterThan(0);
  const before = await shown();
  await expect.poll(shown, { timeout: 60_000 }).toBeGreaterThan(before + 2);
};

/** No connection to media comes about, as to the loopback, or where a network blocks UDP. */
const withoutMedia = { 'media.peerconnection.ice.relay_only': true };

/** VP8 over WebRTC; H264 so where Firefox has its plugin for it, else by HLS. */
for (const [codec, creator, way, preferences] of [
  ['vp8', 'caioambar', 'connected', {}],
  ['h264', 'dalianorte', 'connected', {}],
  ['vp8', 'caioambar', 'without a connection', withoutMedia],
] as const)
  test(`a fan watches a show in Firefox in ${codec}, ${way}`, async ({ baseURL: site }) => {
    const baseURL = site ?? '';
    const host = process.env['LIVE_ADDRESS'];
    if (host === undefined)
      throw new Error('Firefox connects to no loopback address, and this machine has no other one');
    const context = { request: await request.newContext({ baseURL }) };
    await createSession(context, creator);
    const old = (await call(context, 'GET', `/lives/${creator}`)) as { id: string } | null;
    if (old) await call(context, 'DELETE', `/lives/${old.id}`);
    const program = await startProgram(context, {
      baseURL,
      label: 'OBS',
      camera: { codec, host },
    });
    const page = await openPage(preferences);
    const faults = faultsOf(page);
    await signIn(page, session, 'davi');
    await page.goto(`${baseURL}/${creator}/live`);
    await seesProgram(page);
    expect(faults.filter((fault) => !fault.includes('WebRTC: ICE failed'))).toEqual([]);
    await program.close();
    await context.request.dispose();
  });

/** Firefox draws the camera's picture itself and opens it without asking. */
const WITH_CAMERA = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
};

test('a producer goes live from the camera in Firefox, and a fan in Chromium sees the show', async ({
  baseURL,
  browser,
}) => {
  const context = { request: await request.newContext({ baseURL: baseURL ?? '' }) };
  await createSession(context, 'dalianorte');
  const old = (await call(context, 'GET', '/lives/dalianorte')) as { id: string } | null;
  if (old) await call(context, 'DELETE', `/lives/${old.id}`);
  const page = await openPage(WITH_CAMERA);
  const faults = faultsOf(page);
  await signIn(page, session, 'dalianorte');
  await page.goto(`${baseURL}/live`);
  await press(page, 'Ligar a câmera');
  await press(page, 'Começar o show');
  await waitForText(page, 'Rede boa');
  const fan = await enter(browser, 'malu');
  await fan.goto('/dalianorte/live');
  await seesPicture(fan);

  // A page that sends a show asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await waitForText(page, 'Rede boa');
  await seesPicture(fan);
  expect(faults).toEqual([]);
  await press(page, 'Encerrar');
  await press(page, 'Encerrar', DIALOG);
  await expect(fan.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
  await context.request.dispose();
});

const withoutNavigationApi = { 'dom.navigation.webidl.enabled': false };

for (const [name, preferences] of [
  ['with the Navigation API', {}],
  ['without the Navigation API', withoutNavigationApi],
] as const) {
  test(`Firefox ${name} arrives where the person goes although code was loading`, async ({
    baseURL,
  }) => {
    const page = await openPage(preferences);
    await signIn(page, session, 'davi');
    await answer(page, /\/assets\/(MemberActions|socket|sounds)-.*\.js$/, async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return 'as usual';
    });
    const documents = documentsOf(page);
    await page.goto(`${baseURL}/irisveludo`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('html[data-ready]');
    await page.evaluate(() => window.location.assign('/account/terms'));
    expect(await settled(documents)).toEqual(['/irisveludo', '/account/terms']);
    expect(new URL(page.url()).pathname).toBe('/account/terms');
  });

  test(`Firefox ${name} reloads a page at most once when code of it is gone`, async ({
    baseURL,
  }) => {
    const page = await openPage(preferences);
    await signIn(page, session, 'davi');
    await answer(page, /\/assets\/MemberActions-.*\.js$/, async () => 'missing');
    const documents = documentsOf(page);
    await page.goto(`${baseURL}/irisveludo`);
    await waitForText(page, 'Erro');
    expect(await settled(documents)).toEqual(['/irisveludo', '/irisveludo']);
  });
}
