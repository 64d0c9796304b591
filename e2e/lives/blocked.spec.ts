// A fan whose network lets no connection to the live engine through watches a party by HLS.
import { expect, test } from '@playwright/test';
import { startProgram } from './programs.ts';
import { blockMedia, endOldShow, enter } from './shows.ts';

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
