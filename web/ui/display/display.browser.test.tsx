// Numbers, times and pictures as people read them.
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router';
import { render } from 'vitest-browser-react';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { Avatar } from './Avatar.tsx';
import { Countdown } from './Countdown.tsx';
import { EagerPictures } from './eager-pictures.ts';
import {
  formatAgo,
  formatCount,
  formatCountdown,
  formatHour,
  formatMoment,
  formatMomentAfter,
} from './formats.ts';
import { Tabs } from './Tabs.tsx';
import { ThumbhashImage } from './ThumbhashImage.tsx';

afterEach(() => {
  vi.useRealTimers();
  overwriteGetLocale(() => 'pt');
});

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:48:00Z', 'há 12 min.'],
  ['2026-11-21T11:59:40Z', 'agora'],
  ['2026-11-20T10:00:00Z', 'ontem'],
  // A clock that is ahead: what happened is never shown as to come.
  ['2026-11-21T12:02:00Z', 'agora'],
  ['2026-11-23T12:00:00Z', 'agora'],
  ['2026-11-01T12:00:00Z', 'há 2 sem.'],
])('%s was %s', (at, shown) => {
  overwriteGetLocale(() => 'pt');
  expect(formatAgo(at, NOW)).toBe(shown);
});

test('numbers follow the language', () => {
  overwriteGetLocale(() => 'pt');
  expect(formatCount(12_800).replaceAll(/\s/g, ' ')).toBe('12,8 mil');
  overwriteGetLocale(() => 'en');
  expect(formatCount(12_800)).toBe('12.8K');
});

test.each(['pt', 'en', 'es'] as const)(
  'an hour alone is written as beside its day in %s',
  (locale) => {
    overwriteGetLocale(() => locale);
    expect(formatMoment('2026-11-21T17:05:00Z')).toContain(formatHour('2026-11-21T17:05:00Z'));
  },
);

test.each([
  [892, '14:52'],
  [0, '00:00'],
  [3_849, '1:04:09'],
])('%i seconds are shown as %s', (seconds, shown) => expect(formatCountdown(seconds)).toBe(shown));

test('a countdown stops at zero and calls back once', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const onEnd = vi.fn<() => void>();
  const until = new Date(NOW + 1_500).toISOString();
  const screen = await render(<Countdown until={until} onEnd={onEnd} />);
  const timer = screen.getByRole('timer');
  await expect.element(timer).toHaveTextContent('00:02');
  vi.advanceTimersByTime(1_000);
  await expect.element(timer).toHaveTextContent('00:01');
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  await expect.element(timer).toHaveTextContent('00:00');
  await expect.poll(() => onEnd).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(3_000);
  await expect.element(timer).toHaveTextContent('00:00');
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a picture keeps its place before it loads', async () => {
  const screen = await render(
    <div style={{ width: 200 }}>
      <ThumbhashImage
        src="data:,"
        alt="late"
        width={400}
        height={300}
        thumbhash="1QcSHQRnh493V4dIh4eXh1h4kJUI"
      />
    </div>,
  );
  const picture = screen.getByRole('img', { name: 'late' }).element() as HTMLImageElement;
  expect(picture.getAttribute('width')).toBe('400');
  await expect
    .poll(() => document.querySelector('img[aria-hidden]')?.getAttribute('src'))
    .toMatch(/^data:image\/png/);
});

test('images of a hidden page are fetched only when it is shown, eager ones included', async () => {
  const address = (name: string) => new URL(`/${name}.webp?hidden-page`, location.href).href;
  const fetched = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('hidden-page'))
      .length;
  const page = (shown: boolean) => (
    <EagerPictures value={shown}>
      <div hidden={!shown}>
        <Avatar name="Iris" src={address('avatar')} eager />
        <ThumbhashImage
          src={address('first')}
          alt="first"
          width={20}
          height={10}
          thumbhash={null}
          priority
        />
      </div>
    </EagerPictures>
  );
  // The browser keeps the first 250 only, and the test's own modules are more.
  performance.clearResourceTimings();
  const screen = await render(page(false));
  expect([...screen.container.querySelectorAll('img')].map(({ loading }) => loading)).toEqual([
    'lazy',
    'lazy',
  ]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(fetched()).toBe(0);
  await screen.rerender(page(true));
  await expect.poll(fetched).toBe(2);
});

test('the current tab is in view, first and when another one becomes current', async () => {
  const tabs = Array.from({ length: 12 }, (_, index) => ({
    key: `${index}`,
    to: `/?tab=${index}`,
    text: `Aba de número ${index}`,
  }));
  const show = (current: string) => (
    <MemoryRouter>
      <div style={{ width: 300 }}>
        <Tabs label="Abas" tabs={tabs} current={current} />
      </div>
    </MemoryRouter>
  );
  const screen = await render(show('7'));
  const sides = () => {
    const row = screen.getByRole('navigation').element().getBoundingClientRect();
    const tab = document.querySelector('[aria-current]')?.getBoundingClientRect();
    return { left: (tab?.left ?? 0) - row.left, right: row.right - (tab?.right ?? 0) };
  };
  for (const current of ['7', '0', '11']) {
    await screen.rerender(show(current));
    expect(sides().left).toBeGreaterThanOrEqual(0);
    expect(sides().right).toBeGreaterThanOrEqual(0);
  }
});

test('an instant beside another of the same day in São Paulo is its time alone', () => {
  const start = '2026-11-28T02:50:00Z';
  expect(formatMomentAfter('2026-11-28T02:59:00Z', start)).toBe('23:59');
  expect(formatMomentAfter('2026-11-28T03:05:00Z', start)).toBe('28 de nov. de 2026, 00:05');
});
