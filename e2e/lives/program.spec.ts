// A producer broadcasts by a program such as OBS: it sends by WHIP with an ingest key. The page of
// the producer leaves its picture alone, fans watch it and fill a goal, and the recording is sold.
import { expect, type Page, test } from '@playwright/test';
import { open } from '../people.ts';
import { violations } from '../violations.ts';
import { createProgram } from './programs.ts';
import { buyAndPlay, keepPart, publishForSale, waitForRecording } from './recordings.ts';
import {
  endOldShow,
  endShow,
  enter,
  enterFan,
  fillGoal,
  seesPicture,
  setCamera,
  setGoal,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const CREATOR = 'liasolar';
const LABEL = 'OBS de casa';
const GOAL = 'Um bis';

const pictureWidth = (page: Page): Promise<number> =>
  page.getByLabel(/^Show de /).evaluate((video: HTMLVideoElement) => video.videoWidth);

test(
  'a show sent by a program is watched and tipped, and its recording trimmed and sold',
  { tag: '@slow' },
  async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const creator = await enter(browser, CREATOR);
    await endOldShow(creator, CREATOR);
    await setCamera(creator, { recorded: true });
    await setGoal(creator, CREATOR, GOAL);
    const [fan, other] = await Promise.all([
      enterFan(browser, 'obs', 5_000),
      enterFan(browser, 'plateia', 5_000),
    ]);
    const connect = await createProgram(creator.context(), {
      baseURL: baseURL ?? '',
      label: LABEL,
    });
    const program = await connect();

    await test.step('the page of the creator says what sends the show, and two fans see its picture', async () => {
      await open(creator, '/live');
      await expect(creator.getByText(`Este show é transmitido por ${LABEL}`)).toBeVisible();
      await expect(creator.getByText('AO VIVO', { exact: true }).last()).toBeVisible();
      for (const page of [fan, other]) {
        await page.goto(`/${CREATOR}/live`);
        await seesPicture(page);
      }
      // The pattern of the program is 320 × 240; the camera of the browser is larger.
      await expect(fan.getByLabel(/^Show de /)).toHaveJSProperty('videoWidth', 320);
      await expect(creator.getByText('2 pessoas assistindo')).toBeAttached();
      for (const page of [creator, fan]) expect(await violations(page)).toEqual([]);
    });

    await test.step('a tip fills the goal in front of everyone', () =>
      fillGoal(fan, GOAL, [other, creator]));

    await test.step('the show is recorded', async () => {
      await expect(creator.getByText('Gravando')).toBeVisible();
      await waitForRecording(creator, 6);
    });

    await test.step('the creator sends the camera of this device instead', async () => {
      const replace = 'Usar a câmera deste aparelho';
      await creator.getByRole('button', { name: replace }).click();
      await creator.getByRole('dialog').getByRole('button', { name: replace }).click();
      await expect(creator.getByText('Rede boa')).toBeVisible();
      await expect(creator.getByText(`Este show é transmitido por ${LABEL}`)).toHaveCount(0);
      // On LiveKit watchers connect again after their publisher did, on a busy machine late.
      for (const page of [fan, other]) {
        await expect.poll(() => pictureWidth(page), { timeout: 60_000 }).toBeGreaterThan(320);
        await seesPicture(page);
      }
    });

    await test.step('the show ends for everyone', async () => {
      await endShow(creator);
      for (const page of [fan, other])
        await expect(page.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
      await program.close();
    });

    await test.step('its program is refused, as it connects again by itself, until it is allowed', async () => {
      await expect(connect()).rejects.toThrow('WHIP answered 409');
      await expect(creator.getByText(`A chave ${LABEL} está recusada`)).toBeVisible();
      expect(await violations(creator)).toEqual([]);
      await creator.getByRole('button', { name: 'Permitir agora' }).click();
      await expect(creator.getByText(`A chave ${LABEL} está recusada`)).toHaveCount(0);
    });

    const title = `Gravado ${Date.now()}`;
    await test.step('a part of the recording comes into the vault', () =>
      keepPart(creator, { title, fromSeconds: 1, toSeconds: 5 }));

    const text = `Do show ${title}`;
    await test.step('it is published for a price', () => publishForSale(creator, { title, text }));

    await test.step('a fan buys and plays it', () =>
      buyAndPlay(fan, { author: CREATOR, text, seconds: 4 }));
  },
);
