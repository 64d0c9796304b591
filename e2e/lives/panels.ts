// Steps that go by keyboard through the panels beside the picture of a show; axe looks at each.
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from '../people.ts';
import { violations } from '../violations.ts';

/** Goes to the element as a keyboard does. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let press = 0; press < 80; press += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

/** Opens each panel by the arrows, in this order, and comes back to the first. */
const lookAtPanels = async (page: Page, titles: readonly string[]): Promise<void> => {
  const tab = (title: string | undefined) => page.getByRole('tab', { name: title, exact: true });
  await tabTo(page, tab(titles[0]));
  for (const title of titles) {
    await expect(tab(title)).toBeFocused();
    await expect(tab(title)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: title, exact: true })).toBeVisible();
    expect(await violations(page), title).toEqual([]);
    await page.keyboard.press('ArrowRight');
  }
  await expect(tab(titles[0])).toBeFocused();
};

/** An item of the menu and a tip, so that the panels are not empty. */
export const fillPanels = async (creator: Page, fan: Page, username: string): Promise<void> => {
  const live = (await call(fan.context(), 'GET', `/lives/${username}`)) as { id: string };
  await call(creator.context(), 'POST', '/lives/room/menu', { label: 'Cantar', price: 200 });
  await call(fan.context(), 'POST', '/funds/tips', { liveId: live.id, value: 100 });
};

/** The watcher opens each panel, and the tip of an item of the menu. */
export const usePanelsOfWatcher = async (fan: Page): Promise<void> => {
  await lookAtPanels(fan, ['Conversa', 'Cardápio', 'Ranking', 'Pessoas', 'Metas']);
  await fan.keyboard.press('ArrowRight');
  await tabTo(fan, fan.getByRole('button', { name: /^Cantar/ }));
  await fan.keyboard.press('Enter');
  await expect(fan.getByRole('dialog')).toBeVisible();
  expect(await violations(fan)).toEqual([]);
  await fan.keyboard.press('Escape');
  await expect(fan.getByRole('dialog')).toHaveCount(0);
};
