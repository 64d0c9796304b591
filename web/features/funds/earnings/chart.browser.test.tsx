// The chart of earnings: each kind of sale has a colour of its own that is seen in both themes, and
// the legend names the kinds that the period has.
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../../ui/theme/tokens.css';
import { SALE_KINDS } from '../sale-texts.ts';
import { Chart } from './Chart.tsx';
import type { EarningsReport } from './queries.ts';

const DAY = '2026-11-24';

const earnedBy = (kinds: readonly string[]): EarningsReport =>
  ({
    from: DAY,
    to: DAY,
    total: kinds.length * 100,
    days: kinds.map((kind) => ({ day: DAY, kind, amount: 100 })),
    items: [],
    fans: [],
  }) as unknown as EarningsReport;

afterEach(() => document.documentElement.removeAttribute('data-theme'));

/** Red, green and blue of a colour that the browser computed. */
const channels = (color: string): number[] =>
  (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

/** Relative luminance of WCAG 2. */
const luminance = (color: string): number =>
  channels(color)
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);

const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

test.each(['dark', 'light'])(
  'every kind of sale has a visible colour of its own, %s',
  async (theme) => {
    document.documentElement.setAttribute('data-theme', theme);
    const { container } = await render(<Chart earned={earnedBy(SALE_KINDS)} />);
    const card = getComputedStyle(container.querySelector('figure') as Element).backgroundColor;
    const fills = [...container.querySelectorAll('figcaption rect')].map(
      (mark) => getComputedStyle(mark).fill,
    );
    expect(fills).toHaveLength(SALE_KINDS.length);
    expect(new Set(fills).size).toBe(SALE_KINDS.length);
    // The lamp of tips is a drawing beside its word: 2:1 on white.
    const faint = fills.filter((fill) => contrast(fill, card) < 2);
    expect(faint).toEqual([]);
  },
);

test('the legend names the kinds that the period has', async () => {
  const screen = await render(<Chart earned={earnedBy(['tip', 'show'])} />);
  const names = [...screen.container.querySelectorAll('figcaption > span')];
  expect(names.map(({ textContent }) => textContent)).toEqual(['Shows ao vivo', 'Mimos']);
});
