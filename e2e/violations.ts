// What axe finds on a page, and what of it does not fit the screen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** In a second theme only the colours differ: the rules of colour instead of a hundred. */
export const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** What is used of axe in the page. */
type Axe = {
  run(options: { resultTypes: ['violations']; runOnly?: string[] }): Promise<{
    violations: { id: string; nodes: { target: (string | string[])[] }[] }[];
  }>;
};
type WindowWithAxe = Window & { axe?: Axe };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * One line for each rule that is violated, with the elements; all rules unless some are given. Axe
 * is put into a document once and reads frames of the same origin only: its package for Playwright,
 * which puts it into the page and into a second one at each call, takes five times the processor
 * time.
 */
export const violations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // An element that fades in has no final colours yet; the animation of a pending code never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            // One that follows a scroll position ends nowhere.
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const isThere = () => (window as WindowWithAxe).axe !== undefined;
  if (!(await page.evaluate(isThere))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async (only) => {
      const { axe } = window as WindowWithAxe;
      if (!axe) throw new Error('the document was replaced');
      const report = await axe.run({
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
      });
      return report.violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target.flat().join(' ')),
      }));
    },
    rules && [...rules],
  );
  return found.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
};

/** How much of the document is beside a screen of this width, in pixels. */
export const hiddenBeside = async (page: Page, width: number): Promise<number> => {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? width });
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
};
