// A producer whose network changes during a show: the page connects again by itself where it has
// to, and watchers see the picture go on without doing anything.
import { expect, type Page, test } from '@playwright/test';
import {
  losing,
  type NetworkRelay,
  openNetworkRelay,
} from '../../api/testing/live/network-relay.ts';
import {
  endOldShow,
  enterFan,
  enterProducer,
  seesPicture,
  startParty,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

/** Some seconds of media. */
const PACKETS = 200;
/** A show has to be back within 20 s; a busy machine may need longer. */
const WITHIN = { timeout: 60_000 };

/** What the page sends goes through the relay that there is when it connects. */
const sendThrough = async (page: Page, relay: () => NetworkRelay): Promise<void> => {
  await page.route('**/api/lives/*/whip*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: await relay().behind(await response.text()) });
  });
};

for (const { what, change } of [
  { what: 'another address', change: (relay: NetworkRelay) => relay.changePorts() },
  { what: 'another way to the engine', change: (relay: NetworkRelay) => relay.close() },
])
  test(
    `a show goes on by itself when its producer’s network gets ${what}`,
    { tag: '@slow' },
    async ({ browser }) => {
      const relays = [openNetworkRelay(losing(0))];
      const passed = () => relays.reduce((sum, { counts }) => sum + counts.passed, 0);
      const username = `viajante${Date.now() % 1_000_000}`;
      const creator = await enterProducer(browser, username);
      await sendThrough(creator, () => relays.at(-1) as NetworkRelay);
      await startParty(creator, 'De viagem');
      const fan = await enterFan(browser, 'emcasa', 1_000);
      await fan.goto(`/${username}/live`);
      await seesPicture(fan);
      await expect.poll(passed, WITHIN).toBeGreaterThan(PACKETS);

      const [former] = relays;
      relays.push(openNetworkRelay(losing(0)));
      if (former) change(former);
      const before = passed();
      await expect.poll(passed, WITHIN).toBeGreaterThan(before + PACKETS);
      await seesPicture(fan);
      await endOldShow(creator, username);
      for (const relay of relays) relay.close();
    },
  );
