// Charts: bars by day, stacked, and a share with its limit. They have the theme's colours, and
// nothing that the content security policy refuses.
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../theme/tokens.css';
import BarChart, { type BarChartProps } from './BarChart.tsx';
import LimitLine from './LimitLine.tsx';

afterEach(() => document.documentElement.removeAttribute('data-theme'));

const box = (mark: Element) => {
  const { top, bottom, left, right } = mark.getBoundingClientRect();
  return { top: Math.round(top), bottom: Math.round(bottom), left, right };
};

const marksOf = (container: Element): Element[] => [...container.querySelectorAll('rect')];

const renderBars = async (props: Partial<BarChartProps> & Pick<BarChartProps, 'days'>) => {
  const { container } = await render(
    <div style={{ width: 300, height: 100 }}>
      <BarChart series={[{ key: 'likes' }, { key: 'tips', className: 'tips' }]} {...props} />
    </div>,
  );
  const svg = container.querySelector('svg') as SVGElement;
  return { svg, edges: box(svg), bars: marksOf(container) };
};

const daysOf = (...values: Record<string, number>[]) =>
  values.map((one, at) => ({ day: `2026-11-0${at + 1}`, values: one }));

test('the highest day fills the height, and the amounts of one day are stacked', async () => {
  const { edges, bars } = await renderBars({
    days: daysOf({ likes: 1 }, {}, { likes: 3, tips: 1 }),
  });
  const [first, low, high] = bars.map(box);
  expect(bars).toHaveLength(3);
  expect([low?.bottom, high?.top]).toEqual([edges.bottom, edges.top]);
  expect(low?.top).toBe(high?.bottom);
  expect((first?.bottom ?? 0) - (first?.top ?? 0)).toBe(25);
  expect(bars.map((bar) => bar.classList.contains('tips'))).toEqual([false, false, true]);
});

test('every day has its slot inside the chart, days without a bar included', async () => {
  const { edges, bars } = await renderBars({ days: daysOf({ likes: 1 }, {}, { likes: 1 }) });
  const [first, last] = bars.map(box);
  expect(first?.left).toBeGreaterThan(edges.left);
  expect(first?.right).toBeLessThan(edges.left + 100);
  expect(last?.left).toBeGreaterThan(edges.left + 200);
  expect(last?.right).toBeLessThan(edges.right);
});

test('days without an amount above zero have no bar', async () => {
  const { bars } = await renderBars({ days: daysOf({ likes: 0 }, { tips: -5 }) });
  expect(bars).toEqual([]);
});

test('a chart with a text is a picture, and one without is passed over', async () => {
  const days = daysOf({ likes: 1 });
  const named = await renderBars({ days, label: 'Total: R$ 1,00' });
  expect(named.svg.getAttribute('role')).toBe('img');
  expect(named.svg.getAttribute('aria-label')).toBe('Total: R$ 1,00');
  const silent = await renderBars({ days });
  expect(silent.svg.getAttribute('aria-hidden')).toBe('true');
});

test('bars take the colour of another theme at once', async () => {
  document.documentElement.setAttribute('data-theme', 'light');
  const { bars } = await renderBars({ days: daysOf({ likes: 1 }) });
  const fill = () => getComputedStyle(bars[0] as Element).fill;
  const light = fill();
  document.documentElement.setAttribute('data-theme', 'dark');
  expect(fill()).not.toBe(light);
});

test.each([
  ['below its limit', 100, 67, 'false'],
  ['above its limit', 200, 133, 'true'],
  ['far above its limit', 9_000, 150, 'true'],
])('a share %s has its length beside the mark of the limit', async (_, share, width, over) => {
  const { container } = await render(
    <div style={{ width: 150, height: 8 }}>
      <LimitLine share={share} limit={150} />
    </div>,
  );
  const [ground, bar, mark] = marksOf(container);
  const start = ground?.getBoundingClientRect().left ?? 0;
  expect(Math.round(bar?.getBoundingClientRect().width ?? 0)).toBe(width);
  expect(bar?.getAttribute('data-over')).toBe(over);
  expect(mark?.getBoundingClientRect().left).toBe(start + 100);
});

test('no chart has a style of its own, which the content security policy refuses', async () => {
  const { container } = await render(
    <>
      <BarChart days={daysOf({ likes: 1 })} series={[{ key: 'likes' }]} ruled />
      <LimitLine share={100} limit={150} />
    </>,
  );
  expect(container.querySelectorAll('line')).toHaveLength(4);
  expect(container.querySelectorAll('[style], style')).toHaveLength(0);
});
