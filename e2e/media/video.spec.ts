// Videos: one goes up over a reload, is shown at once and sold; who bought it watches it. One plays
// at a time.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { drawClip } from '../../api/platform/media/video/clips.ts';
import {
  chooseMethod,
  createAccount,
  createSession,
  DEMO_PASSWORD,
  demoPost,
  logIn,
  payAtBank,
} from '../people.ts';

const PART_BYTES = 5 * 1024 * 1024;

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'camarim-videos-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The card's own, also while the viewer lies over it.
const player = (post: Locator) => post.locator('video').first();
const timeOf = (post: Locator) =>
  player(post).evaluate((video: HTMLVideoElement) => video.currentTime);
const isPaused = (post: Locator) =>
  player(post).evaluate((video: HTMLVideoElement) => video.paused);

/** Presses play and waits until it moves. */
const openVideo = async (post: Locator): Promise<void> => {
  await post.getByRole('button', { name: /^Assistir: Vídeo/ }).click();
  await expect.poll(() => timeOf(post), { timeout: 30_000 }).toBeGreaterThan(0.3);
};

/** Publishes a video for sale as a producer of the demo, and plays it in the own card. */
const publishVideo = async (
  page: Page,
  { seconds, text }: { seconds: number; text: string },
): Promise<Locator> => {
  const video = await drawClip(folder, { seconds, size: '640x360', name: 'estreia.mp4' });
  const mine = page.getByRole('article').filter({ hasText: text });
  await test.step('the video goes up and is published with a price', async () => {
    await logIn(page, 'irisveludo', DEMO_PASSWORD, '/posts');
    await page.getByLabel('O que você quer mostrar?').fill(text);
    await page.getByLabel('Escolher arquivos').setInputFiles(video);
    await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 30_000 });
    await page.getByLabel('Preço').fill('5,00');
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByText('Publicado! Cada mídia').first()).toBeVisible();
  });
  await test.step('its owner watches it, from the first look on', async () => {
    await expect(mine.getByRole('button', { name: /^Assistir: Vídeo 1 de 1/ })).toBeVisible({
      timeout: 120_000,
    });
    await openVideo(mine);
  });
  return mine;
};

test('a producer publishes a video, and a fan buys it and watches it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const text = `Estreia ${Date.now()}`;
  await publishVideo(page, { seconds: 6, text });
  await test.step('a fan sees it locked, buys it, and it plays', async () => {
    const fan = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await createAccount(fan.context(), `cinefila${Date.now() % 1_000_000}`);
    const post = await demoPost(fan, 'irisveludo', text);
    await expect(post.getByText('1 vídeo')).toBeVisible();
    await expect(player(post)).toHaveCount(0);
    await post.getByRole('button', { name: 'Desbloquear por R$ 5,00' }).click();
    const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
    await chooseMethod(wallet, 'Pix');
    await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
    await payAtBank(fan, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
    await wallet
      .getByRole('button', { name: 'Desbloquear por R$ 5,00' })
      .click({ timeout: 20_000 });
    await openVideo(post);
    await fan.context().close();
  });
});

test('a video is watched in the quality that was chosen', { tag: '@slow' }, async ({ page }) => {
  test.setTimeout(300_000);
  const text = `Qualidades ${Date.now()}`;
  const post = await publishVideo(page, { seconds: 20, text });
  const quality = post.getByRole('combobox', { name: 'Qualidade' });
  // A player that is open offers what was encoded when it was opened.
  await expect(async () => {
    if (!(await quality.isVisible()))
      await post.getByRole('button', { name: 'Qualidade e velocidade' }).click();
    const offered = await quality.getByRole('option').allTextContents();
    if (!offered.includes('240p') || !offered.includes('360p')) {
      await demoPost(page, 'irisveludo', text);
      await openVideo(post);
    }
    expect(offered).toEqual(expect.arrayContaining(['240p', '360p']));
  }).toPass({ timeout: 120_000 });
  for (const height of [240, 360]) {
    // What comes next is in the other quality; a slow machine must not reach the end before.
    await player(post).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 0;
      return video.play();
    });
    await quality.selectOption({ label: `${height}p` });
    await expect
      .poll(() => player(post).evaluate((video: HTMLVideoElement) => video.videoHeight), {
        timeout: 30_000,
      })
      .toBe(height);
  }
});

test(
  'one video plays at a time, and a video that was scrolled away stops',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await createSession(page.context(), 'davi');
    // The last of the page, so that there is room to scroll.
    await demoPost(page, 'liasolar', 'Qual destas vira capa');
    const sun = await demoPost(page, 'liasolar', 'O sol andando');
    await openVideo(sun);
    await player(sun).press('k');
    await expect.poll(() => isPaused(sun)).toBe(true);
    await player(sun).press('ArrowLeft');
    await player(sun).press('m');
    expect(await player(sun).evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);

    await test.step('the same video over the whole window stops the one in the card', async () => {
      await player(sun).press('k');
      await expect.poll(() => isPaused(sun)).toBe(false);
      await sun.getByRole('button', { name: 'Abrir ampliado' }).click();
      const viewer = page.getByRole('dialog', { name: /^Mídias de/ });
      await openVideo(viewer);
      expect(await isPaused(sun)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(viewer).toHaveCount(0);
    });

    await test.step('scrolled more than a hand away it stops', async () => {
      await player(sun).evaluate((video: HTMLVideoElement) => {
        video.loop = true;
        return video.play();
      });
      await page.setViewportSize({ width: 800, height: 300 });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      // A list may take its card away altogether.
      await expect
        .poll(async () => (await player(sun).count()) === 0 || (await isPaused(sun)))
        .toBe(true);
    });
  },
);

test(
  'an upload that a reload interrupted continues with the missing parts and keeps the text',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(240_000);
    // 26 MiB: a video with silence of bytes behind it, so that it goes in parts.
    const video = await drawClip(folder, { seconds: 2, size: '320x180', name: 'longa.mp4' });
    const size = 5 * PART_BYTES + 1_048_576;
    execFileSync('truncate', ['-s', String(size), video]);
    expect(readFileSync(video).length).toBe(size);

    await logIn(page, 'irisveludo', DEMO_PASSWORD, '/posts');
    const sent: number[] = [];
    const arrived: number[] = [];
    const partOf = (url: string) => Number(new URL(url).searchParams.get('partNumber'));
    page.on(
      'request',
      (request) => void (request.method() === 'PUT' && sent.push(partOf(request.url()))),
    );
    page.on(
      'response',
      (response) =>
        void (
          response.request().method() === 'PUT' &&
          response.ok() &&
          arrived.push(partOf(response.url()))
        ),
    );
    // The last parts never arrive.
    await page.route(/partNumber=[456]\b/, () => undefined);
    await page.getByLabel('O que você quer mostrar?').fill('Texto que fica');
    await page.getByLabel('Escolher arquivos').setInputFiles(video);
    await expect
      .poll(() => arrived.toSorted((one, other) => one - other), { timeout: 60_000 })
      .toEqual([1, 2, 3]);

    await page.reload();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page.getByLabel('O que você quer mostrar?')).toHaveValue('Texto que fica');
    await expect(page.getByText('Envio interrompido.')).toBeVisible();
    sent.length = 0;
    await page.getByLabel('Escolher arquivos').setInputFiles(video);
    await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(sent.toSorted((one, other) => one - other)).toEqual([4, 5, 6]);
  },
);
