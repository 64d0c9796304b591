// An animated picture in a post: it moves by itself while it is on the screen, unless the visitor's
// system asks for less motion.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { drawClip } from '../../api/platform/media/video/clips.ts';
import { DEMO_PASSWORD, enterSite, logIn } from '../people.ts';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'camarim-loops-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stateOf = (post: Locator) =>
  post
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => ({
      paused: video.paused,
      loop: video.loop,
      muted: video.muted,
    }));
const postWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

// The other journeys run with reduced motion, under which no animation plays by itself.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test(
  'an animated GIF repeats without sound, can be stopped, and rests under reduced motion',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(240_000);
    const gif = await drawClip(folder, {
      seconds: 2,
      size: '480x360',
      rate: 10,
      sound: false,
      output: [],
      name: 'danca.gif',
    });
    const text = `Dança ${Date.now()}`;
    await logIn(page, 'irisveludo', DEMO_PASSWORD, '/posts');
    await page.getByLabel('O que você quer mostrar?').fill(text);
    await page.getByText('Quais arquivos?').click();
    await expect(
      page.getByText('Imagens animadas viram vídeos curtos, sem som, que se repetem.'),
    ).toBeVisible();
    await page.getByLabel('Escolher arquivos').setInputFiles(gif);
    await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByText('Publicado! Cada mídia').first()).toBeVisible();

    const mine = postWith(page, text);
    await expect(mine.getByRole('button', { name: /Reproduzir|Pausar/ })).toBeVisible({
      timeout: 120_000,
    });
    // It lies below the form, where it rests.
    expect(await stateOf(mine)).toMatchObject({ paused: true });
    await mine.locator('video').evaluate((video) => video.scrollIntoView({ block: 'center' }));
    await expect(mine.getByRole('button', { name: 'Pausar' })).toBeVisible();
    expect(await stateOf(mine)).toEqual({ paused: false, loop: true, muted: true });
    await mine.getByRole('button', { name: 'Pausar' }).click();
    await expect.poll(() => stateOf(mine)).toMatchObject({ paused: true });
    await mine.getByRole('button', { name: 'Reproduzir' }).click();
    await expect.poll(() => stateOf(mine)).toMatchObject({ paused: false });

    const calm = await (
      await browser.newContext({ reducedMotion: 'reduce', ...(baseURL && { baseURL }) })
    ).newPage();
    await enterSite(calm, '/irisveludo');
    const seen = postWith(calm, text);
    await seen.locator('video').evaluate((video) => video.scrollIntoView({ block: 'center' }));
    await expect(seen.getByRole('button', { name: 'Reproduzir' })).toBeVisible();
    await calm.waitForTimeout(1_000);
    expect(await stateOf(seen)).toMatchObject({ paused: true });
    await seen.getByRole('button', { name: 'Reproduzir' }).click();
    await expect.poll(() => stateOf(seen)).toMatchObject({ paused: false });
    for (const [name, width] of [
      ['small', 360],
      ['large', 1440],
    ] as const) {
      await calm.setViewportSize({ width, height: 800 });
      await seen.locator('video').evaluate((video) => video.scrollIntoView({ block: 'center' }));
      await test.info().attach(`loop-${name}`, {
        body: await calm.screenshot(
          process.env['LOOP_SHOTS'] ? { path: `${process.env['LOOP_SHOTS']}-${name}.png` } : {},
        ),
        contentType: 'image/png',
      });
    }
    await calm.context().close();
  },
);
