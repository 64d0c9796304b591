// The controls of a show by keyboard: sound, floating picture, full screen and panels of a watcher,
// who is read the chat; camera, microphone and the choice of devices of its producer.
import { expect, type Page, test } from '@playwright/test';
import { fillPanels, tabTo, usePanelsOfWatcher } from './panels.ts';
import {
  endShow,
  enterFan,
  enterProducer,
  seesPicture,
  setGoal,
  startParty,
  WITH_CAMERA,
} from './shows.ts';

/** Chromium draws more cameras to choose from. The second one is for depth, which is not sent. */
const FAKE = '--use-fake-device-for-media-stream';
test.use({
  launchOptions: {
    ...WITH_CAMERA,
    args: WITH_CAMERA.args.map((arg) => (arg === FAKE ? `${FAKE}=device-count=3` : arg)),
  },
});

const picture = (page: Page) => page.getByLabel(/^Show de /);
const sound = (page: Page) =>
  picture(page).evaluate(({ muted, volume }: HTMLVideoElement) => ({ muted, volume }));
/** 0 to 255, of the whole picture. */
const brightness = (page: Page) =>
  picture(page).evaluate((video: HTMLVideoElement) => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 1, 1);
    return Math.max(...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? []));
  });
/** The loudest sample that came within two seconds, in which the fake microphone beeps. */
const loudness = (page: Page) =>
  picture(page).evaluate(async (video: HTMLVideoElement) => {
    const context = new AudioContext();
    await context.resume();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(video.srcObject as MediaStream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    for (const end = performance.now() + 2_000; performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      analyser.getFloatTimeDomainData(samples);
      loudest = Math.max(loudest, ...samples.map(Math.abs));
    }
    await context.close();
    return loudest;
  });
const QUIET = 0.001;

const useSound = async (fan: Page): Promise<void> => {
  // Where the browser refuses sound before a press, another button stands over the picture.
  const mute = fan.getByRole('button', { name: /^(Silenciar|Tocar o som)$/ }).last();
  const before = (await sound(fan)).muted;
  await tabTo(fan, mute);
  await fan.keyboard.press('Enter');
  await expect.poll(() => sound(fan)).toMatchObject({ muted: !before });
  await expect(mute).toHaveAttribute('aria-pressed', String(!before));
  await fan.keyboard.press('Space');
  await expect.poll(() => sound(fan)).toMatchObject({ muted: before });
  await fan.keyboard.press('Tab');
  await expect(fan.getByRole('slider', { name: 'Volume' })).toBeFocused();
  await fan.keyboard.press('Home');
  await expect.poll(() => sound(fan)).toEqual({ muted: true, volume: 0 });
  await fan.keyboard.press('ArrowRight');
  await expect.poll(() => sound(fan)).toEqual({ muted: false, volume: 0.05 });
  await fan.keyboard.press('End');
  await expect.poll(() => sound(fan)).toEqual({ muted: false, volume: 1 });
};

const useWindows = async (fan: Page): Promise<void> => {
  await tabTo(fan, fan.getByRole('button', { name: 'Imagem flutuante' }));
  const floats = () => fan.evaluate(() => document.pictureInPictureElement !== null);
  for (const expected of [true, false]) {
    await fan.keyboard.press('Enter');
    await expect.poll(floats).toBe(expected);
  }
  await fan.keyboard.press('Tab');
  await expect(fan.getByRole('button', { name: 'Tela cheia', exact: true })).toBeFocused();
  await fan.keyboard.press('Enter');
  await expect(fan.getByRole('button', { name: 'Sair da tela cheia' })).toBeFocused();
  expect(await fan.evaluate(() => document.fullscreenElement?.querySelector('video'))).toBeTruthy();
  await expect(fan.getByRole('tab', { name: 'Conversa' })).toBeVisible();
  await fan.keyboard.press('Enter');
  await expect.poll(() => fan.evaluate(() => document.fullscreenElement)).toBeNull();
};

const useDevices = async (creator: Page, fan: Page): Promise<void> => {
  await expect.poll(() => loudness(fan)).toBeGreaterThan(QUIET);
  await tabTo(creator, creator.getByRole('button', { name: 'Silenciar o microfone' }));
  await creator.keyboard.press('Space');
  await expect.poll(() => loudness(fan)).toBeLessThan(QUIET);
  await creator.keyboard.press('Tab');
  const camera = creator.getByRole('button', { name: 'Desligar a câmera' });
  await expect(camera).toBeFocused();
  expect(await brightness(fan)).toBeGreaterThan(60);
  await creator.keyboard.press('Enter');
  await expect(camera).toHaveAttribute('aria-pressed', 'true');
  await expect(creator.getByText('Câmera desligada')).toBeVisible();
  await expect.poll(() => brightness(fan)).toBeLessThan(30);
  await creator.keyboard.press('Enter');
  await expect.poll(() => brightness(fan)).toBeGreaterThan(60);

  await tabTo(creator, creator.getByRole('button', { name: 'Mais opções do show' }));
  await creator.keyboard.press('Enter');
  await expect(creator.getByRole('menuitem', { name: 'Câmera e microfone' })).toBeFocused();
  await creator.keyboard.press('Enter');
  const dialog = creator.getByRole('dialog', { name: 'Câmera e microfone' });
  const cameras = dialog.getByLabel('Câmera');
  await tabTo(creator, cameras);
  const first = await cameras.inputValue();
  await creator.keyboard.press('End');
  await expect(cameras).not.toHaveValue(first);
  await creator.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await seesPicture(fan);
};

test(
  'a watcher and a producer use the controls and panels of a show by keyboard alone',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(360_000);
    const username = `teclas${Date.now() % 1_000_000}`;
    const creator = await enterProducer(browser, username);
    await setGoal(creator, username, 'Uma canção');
    await startParty(creator, 'Só com o teclado');
    const fan = await enterFan(browser, 'teclado', 5_000);
    await fan.goto(`/${username}/live`);
    await seesPicture(fan);
    await test.step('the watcher turns the sound off and on, and changes its volume', () =>
      useSound(fan));
    await test.step('the watcher floats the picture, and fills the screen with the show', () =>
      useWindows(fan));
    await test.step('what is written in an empty chat is read out', async () => {
      await tabTo(creator, creator.getByLabel('Escreva no show'));
      await creator.keyboard.type('Boa noite!');
      await creator.keyboard.press('Enter');
      await expect(
        fan.locator('[aria-live="polite"]').getByText('Gente Nova, Boa noite!'),
      ).toBeAttached();
    });
    await test.step('the producer mutes the microphone and the camera, and takes another one', () =>
      useDevices(creator, fan));
    await test.step('the watcher opens each panel, and the tip of an item of the menu', async () => {
      await fillPanels(creator, fan, username);
      await usePanelsOfWatcher(fan);
    });
    await endShow(creator);
  },
);
