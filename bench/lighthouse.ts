// Lighthouse as a phone sees a page behind the gate: simulated slow 4G and CPU, Debian's Chromium.
import lighthouse from 'lighthouse';
import { launch } from 'chrome-launcher';
import { chromiumLaunch, findChromium } from '../tools/chromium.mjs';
import { type Figure, figureOf } from './figure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const RUNS = 5;
/** The gate was passed; the country of the benchmarks asks for no proof of age beside it. */
const GATE_PASSED = { Cookie: 'adult=1' };

type Run = Awaited<ReturnType<typeof visit>>;

const visit = async (url: string) => {
  const { executablePath, args } = chromiumLaunch(findChromium());
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
      extraHeaders: GATE_PASSED,
    });
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { audits, categories } = result.lhr;
    const requests = audits['network-requests']?.details;
    const items = requests?.type === 'table' ? requests.items : [];
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
      ),
      lcpSeconds: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
      requests: items.length,
      scripts: items.filter(({ resourceType }) => resourceType === 'Script').length,
    };
  } finally {
    chrome.kill();
  }
};

/**
 * The median of five runs each: scores of 0 to 100, seconds until the largest part of the first
 * screen is painted, requests and scripts of a visit without a sign of use.
 */
export const visitsOf = async (name: string, url: string): Promise<Figure[]> => {
  const runs: Run[] = [];
  for (let tries = 0; runs.length < RUNS && tries < 2 * RUNS; tries += 1) {
    const run = await visit(url);
    // On a busy machine Lighthouse sometimes sees no largest paint, and scores 0.
    if (Number.isFinite(run.lcpSeconds)) runs.push(run);
  }
  const how = `Lighthouse, phone with simulated throttling, visitor who passed the gate, median of ${RUNS} runs, over http/1.1 without a proxy`;
  return [
    figureOf(
      `lcp-${name}-s`,
      's',
      runs.map(({ lcpSeconds }) => lcpSeconds),
      how,
    ),
    ...CATEGORIES.map((category) =>
      figureOf(
        `lighthouse-${name}-${category}`,
        'points',
        runs.map(({ scores }) => scores[category] ?? 0),
        how,
      ),
    ),
    figureOf(
      `requests-${name}`,
      'requests',
      runs.map(({ requests }) => requests),
      how,
    ),
    figureOf(
      `scripts-${name}`,
      'scripts',
      runs.map(({ scripts }) => scripts),
      how,
    ),
  ];
};
