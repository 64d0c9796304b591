// What axe finds on a page.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** In a second theme only the colours differ: the rules of colour instead of a hundred. */
export const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** One line for each rule that is violated, with the elements; all rules unless some are given. */
export const violations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // An element that fades in has no final colours yet; the animation of a pending code never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};
