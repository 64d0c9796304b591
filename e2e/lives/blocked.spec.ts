// A fan whose network lets no connection to the live engine through watches a party by HLS, and
// sees why a private show has no picture.
import { expect, test } from '@playwright/test';
import { walletButton } from '../people.ts';
import { violations } from '../violations.ts';
import { startProgram } from './programs.ts';
import {
  blockMedia,
  endOldShow,
  enter,
  enterFan,
  setCamera,
  startPrivateShow,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const CREATOR = 'caioambar';

test('a fan whose network blocks the media of shows watches a party some seconds behind', async ({
  browser,
  baseURL,
}) => {
  const creator = await enter(browser, CREATOR);
  await endOldShow(creator, CREATOR);
  const program = await startProgram(creator.context(), { baseURL: baseURL ?? '', label: 'OBS' });
  const fan = await enter(browser, 'davi');
  await blockMedia(fan);
  await fan.goto(`/${CREATOR}/live`);
  const played = () =>
    fan
      .getByLabel(/^Show de /)
      .evaluate((video: HTMLVideoElement) =>
        video.srcObject === null && video.videoWidth === 320 ? video.currentTime : 0,
      );
  await expect.poll(played, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await played();
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(before + 2);
  await expect(fan.getByRole('tab', { name: 'Conversa' })).toBeVisible();
  await program.close();
  await endOldShow(creator, CREATOR);
});

test('a fan whose network blocks media sees why a private show has no picture, and pays nothing', async ({
  browser,
}) => {
  const creator = await enter(browser, CREATOR);
  await endOldShow(creator, CREATOR);
  await setCamera(creator, { privatePricePerMinute: 1_000, minimumMinutes: 2 });
  const fan = await enterFan(browser, 'semrede', 2_000);
  await blockMedia(fan);
  await startPrivateShow(creator, fan, CREATOR);

  await fan.goto(`/${CREATOR}/live`);
  await fan.getByRole('button', { name: 'Entrar no show' }).click();
  await expect(
    fan.getByText(
      'Esta rede não deixa passar o vídeo ao vivo. Tente outra, como os dados do celular, ou desligue a VPN.',
    ),
  ).toBeVisible();
  await expect(fan.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await expect(walletButton(fan)).toContainText('R$ 0,00');
  expect(await violations(fan)).toEqual([]);

  await endOldShow(creator, CREATOR);
  await expect(fan.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
  await expect(walletButton(fan)).toContainText('R$ 20,00');
});
