// A show on a phone, held upright and on its side: the picture comes first, the chat stands over
// it, and the tip is within reach of a thumb.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { call } from '../people.ts';
import { enterFan, enterProducer, seesPicture, startParty, WITH_CAMERA } from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const UPRIGHT = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
];
const ON_ITS_SIDE = [
  { width: 640, height: 360 },
  { width: 844, height: 390 },
];
/** What a thumb reaches from the lower edge of a phone without another grip. */
const THUMB_REACH = 96;
/** The least size of what is pressed by touch. */
const TOUCH = 44;

type Box = { left: number; top: number; right: number; bottom: number };

const boxOf = async (node: Locator): Promise<Box> => {
  await expect(node).toBeVisible();
  const { left, top, right, bottom } = await node.evaluate((element) =>
    element.getBoundingClientRect(),
  );
  return { left, top, right, bottom };
};
const picture = (page: Page) => page.getByLabel(/^Show de /);
const side = (page: Page) => page.getByRole('complementary').last();
const tip = (page: Page) => page.getByRole('button', { name: 'Mimo', exact: true });

/** Whether the picture is what is seen at this part of the window. */
const showsPictureAt = (page: Page, x: number, y: number): Promise<boolean> =>
  picture(page).evaluate(
    (video, [across, down]) => {
      const top = document.elementFromPoint(innerWidth * across, innerHeight * down);
      return top === video || top?.parentElement === video.parentElement;
    },
    [x, y] as const,
  );

/** Each of them is in the window, as large as a finger, and not under something else. */
const expectWithinReach = async (page: Page, names: readonly RegExp[]): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const name of names) {
    const button = page.getByRole('button', { name }).last();
    const { left, top, right, bottom } = await boxOf(button);
    expect.soft(Math.min(right - left, bottom - top), `${name}`).toBeGreaterThanOrEqual(TOUCH);
    expect
      .soft([left >= 0, top >= 0, right <= width, bottom <= height], `${name}`)
      .toEqual([true, true, true, true]);
    await button.click({ trial: true });
  }
};

/** What holds however the phone is held. */
const expectPictureFirst = async (page: Page): Promise<Box> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect
    .soft(await boxOf(picture(page)))
    .toEqual({ left: 0, top: 0, right: width, bottom: height });
  const give = await boxOf(tip(page));
  expect.soft(height - give.bottom).toBeGreaterThanOrEqual(0);
  expect.soft(height - give.top).toBeLessThanOrEqual(THUMB_REACH);
  expect.soft(give.left).toBeGreaterThan(width / 2);
  await expectWithinReach(page, [
    /^Mimo$/,
    /^(Silenciar|Tocar o som)$/,
    /^Imagem flutuante$/,
    /^Tela cheia$/,
  ]);
  const written = await boxOf(page.getByRole('textbox', { name: 'Escreva no show' }));
  expect.soft(written.bottom).toBeLessThanOrEqual(height);
  expect.soft(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  // The newest message is read above the box.
  const said = await boxOf(page.getByText('a última', { exact: true }));
  expect.soft(said.bottom).toBeLessThanOrEqual(written.top);
  expect.soft(said.top).toBeGreaterThanOrEqual(0);
  return boxOf(side(page));
};

test('on a phone the picture of a show comes first, with the chat over it and the tip in reach', async ({
  browser,
}) => {
  const username = `bolso${Date.now() % 1_000_000}`;
  const creator = await enterProducer(browser, username);
  await startParty(creator, 'Sexta à noite');
  const [upright] = UPRIGHT;
  const phone = { hasTouch: true, isMobile: true, ...(upright && { viewport: upright }) };
  const fan = await enterFan(browser, 'bolso', 5_000, phone);
  await fan.goto(`/${username}/live`);
  await seesPicture(fan);
  const { id } = (await call(fan.context(), 'GET', `/lives/${username}`)) as { id: string };
  for (const text of [...Array.from({ length: 12 }, (_, at) => `linha ${at}`), 'a última'])
    await call(creator.context(), 'POST', `/lives/${id}/messages`, { text });
  await expect(fan.getByText('a última', { exact: true })).toBeVisible();

  for (const size of UPRIGHT)
    await test.step(`upright, ${size.width} by ${size.height}`, async () => {
      await fan.setViewportSize(size);
      const panels = await expectPictureFirst(fan);
      expect.soft([panels.left, panels.right]).toEqual([0, size.width]);
      expect.soft(panels.top).toBeGreaterThanOrEqual(size.height / 2);
      for (const y of [0.3, 0.4])
        expect.soft(await showsPictureAt(fan, 0.4, y), `at ${y}`).toBe(true);
    });

  for (const size of ON_ITS_SIDE)
    await test.step(`on its side, ${size.width} by ${size.height}`, async () => {
      await fan.setViewportSize(size);
      const panels = await expectPictureFirst(fan);
      expect.soft([panels.right, panels.bottom]).toEqual([size.width, size.height]);
      expect.soft(panels.left).toBeGreaterThanOrEqual(size.width / 2);
      for (const x of [0.1, 0.25, 0.4])
        expect.soft(await showsPictureAt(fan, x, 0.6), `at ${x}`).toBe(true);
    });

  await test.step('one tap opens the tip, and a second one gives it', async () => {
    await tip(fan).tap();
    await fan
      .getByRole('dialog')
      .getByRole('button', { name: /^Enviar R\$/ })
      .tap();
    await expect(fan.getByRole('dialog')).toHaveCount(0);
    // A line of the chat, and for some seconds a toast over the picture.
    await expect(creator.getByText(/deu R\$/).first()).toBeVisible();
  });
});
