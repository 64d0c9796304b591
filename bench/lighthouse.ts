// Lighthouse as a phone sees a page: simulated slow 4G and CPU, Debian's Chromium.
import lighthouse from 'lighthouse';
import { launch } from 'chrome-launcher';
import { chromiumLaunch, findChromium } from '../tools/chromium.mjs';
import { type Figure, figureOf } from './figure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const RUNS = 3;

/** Scores of 0 to 100, the median of three runs each. */
export const scoresOf = async (name: string, url: string): Promise<Figure[]> => {
  const { executablePath, args } = chromiumLaunch(findChromium());
  const scores = new Map<string, number[]>(CATEGORIES.map((category) => [category, []]));
  for (let round = 0; round < RUNS; round += 1) {
    const chrome = await launch({
      chromePath: executablePath,
      chromeFlags: ['--headless=new', ...args],
    });
    try {
      const result = await lighthouse(url, {
        port: chrome.port,
        onlyCategories: [...CATEGORIES],
        formFactor: 'mobile',
        logLevel: 'error',
      });
      for (const category of CATEGORIES)
        scores
          .get(category)
          ?.push(Math.round((result?.lhr.categories[category]?.score ?? 0) * 100));
    } finally {
      chrome.kill();
    }
  }
  const how = `Lighthouse, phone with simulated throttling, visitor before the gate, median of ${RUNS} runs, over http without compression proxy`;
  return CATEGORIES.map((category) =>
    figureOf(`${name}-${category}`, 'points', scores.get(category) ?? [], how),
  );
};
