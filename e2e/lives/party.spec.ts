// A producer goes live from a camera. Two fans find the show, at home and by the ring of the
// profile, and watch; one of them fills a goal, and everyone sees it, the page of the producer's
// broadcasting program too.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { call } from '../people.ts';
import { violations } from '../violations.ts';
import {
  endOldShow,
  endShow,
  enter,
  fillGoal,
  seesPicture,
  setGoal,
  startParty,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const GOAL = 'Uma canção';

/** The page of a browser source by a new secret link, in a browser without cookies. */
const openSource = async (browser: Browser, creator: Page): Promise<Page> => {
  const links = (await call(creator.context(), 'GET', '/overlays/links')) as { id: string }[];
  for (const { id } of links) await call(creator.context(), 'DELETE', `/overlays/links/${id}`);
  const { pageUrl } = (await call(creator.context(), 'POST', '/overlays/links', {
    label: 'OBS',
  })) as { pageUrl: string };
  const source = await (await browser.newContext()).newPage();
  await source.goto(`${new URL(pageUrl).pathname}?lang=pt`);
  await expect(source.getByText('R$ 0,00 / R$ 10,00')).toBeVisible();
  await source.evaluate(() => {
    const alert = document.querySelector('[role=status]');
    const seen: string[] = [];
    Object.assign(window, { seen });
    if (alert)
      new MutationObserver(() => seen.push(alert.textContent)).observe(alert, { childList: true });
  });
  return source;
};

test('a producer goes live, two fans watch, and a tip fills the goal for everyone', async ({
  browser,
}) => {
  const [creator, fan, other] = await Promise.all(
    ['dalianorte', 'malu', 'beto'].map((name) => enter(browser, name)),
  );
  if (!creator || !fan || !other) throw new Error('three people came');
  await endOldShow(creator, 'dalianorte');
  await setGoal(creator, 'dalianorte', GOAL);
  const source = await openSource(browser, creator);

  await test.step('the show is on air, and both fans see its picture', async () => {
    await startParty(creator, 'Sexta à noite');
    await expect(creator.getByText('Rede boa')).toBeVisible();
    await fan.goto('/');
    await fan
      .getByRole('region', { name: 'Ao vivo agora' })
      .getByRole('link', { name: /Sexta à noite/ })
      .click();
    await other.goto('/dalianorte');
    // The ring of the picture, beside the state of the show, says it.
    await expect(
      other.getByText('AO VIVO', { exact: true }).and(other.locator(':not([role=status])')),
    ).toBeVisible();
    await other.getByRole('link', { name: 'Assistir' }).click();
    for (const page of [fan, other]) {
      await expect(page).toHaveURL('/dalianorte/live');
      await seesPicture(page);
    }
    await expect(creator.getByText(/pessoas? assistindo/)).toBeAttached();
    expect(await violations(fan)).toEqual([]);
    expect(await violations(creator)).toEqual([]);
  });

  await test.step('a tip fills the goal in front of everyone', async () => {
    await fillGoal(fan, GOAL, [other, creator]);
    await expect(source.getByRole('status')).toHaveText(/^Malu .* deu R\$\s10,00$/);
    await expect(source.getByText('R$ 10,00 / R$ 10,00')).toBeVisible();
    expect(await violations(source)).toEqual([]);
  });

  await test.step('a reload of the creator resumes the show for those who watch', async () => {
    await creator.reload();
    await expect(creator.getByText('Rede boa')).toBeVisible();
    await seesPicture(other);
  });

  await test.step('the page of the broadcasting program has announced the tip, and then the goal', () =>
    expect
      .poll(() => source.evaluate(() => (window as unknown as { seen: string[] }).seen))
      .toEqual([expect.stringMatching(/^Malu .* deu R\$\s10,00$/), `Meta alcançada: ${GOAL}`]));

  await test.step('the end is shown to everyone', async () => {
    await endShow(creator);
    await expect(creator.getByRole('heading', { name: 'Seu show terminou' })).toBeVisible();
    await expect(creator.locator('video')).toHaveCount(0);
    await expect(creator.getByText('depois da taxa')).toBeVisible();
    expect(await violations(creator)).toEqual([]);
    for (const page of [fan, other])
      await expect(page.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
  });
});
