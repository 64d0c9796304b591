// Steps of journeys that sell the recording of a show: seconds of it come into the vault, a post
// sells them, and a fan buys and plays it.
import { expect, type Locator, type Page } from '@playwright/test';
import { call, demoPost, open } from '../people.ts';

/** Waits until the newest recording has so many seconds. */
export const waitForRecording = async (creator: Page, seconds: number): Promise<void> => {
  const recorded = async (): Promise<number | undefined> =>
    ((await call(creator.context(), 'GET', '/lives/recordings')) as { seconds: number }[])[0]
      ?.seconds;
  await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThanOrEqual(seconds);
};

/** Brings these seconds of the newest recording, whose show has ended, into the vault. */
export const keepPart = async (
  creator: Page,
  { title, fromSeconds, toSeconds }: { title: string; fromSeconds: number; toSeconds: number },
): Promise<void> => {
  await open(creator, '/options/shows?tab=recordings');
  await creator.getByRole('button', { name: 'Recortar' }).first().click();
  const dialog = creator.getByRole('dialog');
  await dialog.getByRole('textbox').fill(title);
  await dialog.getByRole('slider', { name: /^Começa em/ }).fill(String(fromSeconds));
  await dialog.getByRole('slider', { name: /^Termina em/ }).fill(String(toSeconds));
  await dialog.getByRole('button', { name: 'Guardar no cofre' }).click();
  await expect(async () => {
    await open(creator, '/posts/vault');
    await expect(creator.getByText(title)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
};

/** A post with the video of this title in the vault, for R$ 5. */
export const publishForSale = async (
  creator: Page,
  { title, text }: { title: string; text: string },
): Promise<void> => {
  await open(creator, '/posts');
  await creator.getByLabel('O que você quer mostrar?').fill(text);
  await creator.getByRole('button', { name: 'Do cofre' }).click();
  const picker = creator.getByRole('dialog', { name: 'Escolher do cofre' });
  await picker.getByRole('checkbox', { name: title }).check();
  await picker.getByRole('button', { name: 'Pôr no post' }).click();
  await creator.getByLabel('Preço').fill('5,00');
  await creator.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(creator.getByText('Publicado! Cada mídia').first()).toBeVisible();
};

const videoOf = (post: Locator) => post.locator('video').first();

/** Buys the post and plays its video, which lasts for so many seconds. */
export const buyAndPlay = async (
  fan: Page,
  { author, text, seconds }: { author: string; text: string; seconds: number },
): Promise<void> => {
  const post = await demoPost(fan, author, text);
  const unlock = 'Desbloquear por R$ 5,00';
  await post.getByRole('button', { name: unlock }).click();
  await fan.getByRole('dialog').getByRole('button', { name: unlock }).click();
  await post.getByRole('button', { name: /^Assistir: Vídeo/ }).click();
  await expect
    .poll(() => videoOf(post).evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0.3);
  const length = await videoOf(post).evaluate((video: HTMLVideoElement) => video.duration);
  expect(Math.abs(length - seconds)).toBeLessThan(1.5);
};
