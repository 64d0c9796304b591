// The endless list: little in the document, more when the end comes near, the same place on coming
// back.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { VirtualList } from './VirtualList.tsx';

const ITEMS = Array.from({ length: 500 }, (_, index) => `row ${index}`);

const firstRow = () => Number(document.querySelector('article')?.textContent?.slice('row '.length));

let lists = 0;
const list = (onEndNear: () => void, items = ITEMS, id = `list ${(lists += 1)}`) => (
  <VirtualList
    id={id}
    label="Rows"
    items={items}
    keyOf={(item) => item}
    estimatePx={120}
    hasMore
    loadingMore={false}
    onEndNear={onEndNear}
    render={(item) => <article style={{ height: 100 }}>{item}</article>}
  />
);

test('only the rows near the screen are in the document, and scrolling renders others', async () => {
  const onEndNear = vi.fn<() => void>();
  const screen = await render(list(onEndNear));
  await expect.poll(() => document.querySelectorAll('article').length).toBeGreaterThan(3);
  expect(document.querySelectorAll('article').length).toBeLessThan(40);
  expect(onEndNear).not.toHaveBeenCalled();
  window.scrollTo(0, 20_000);
  await expect.poll(() => firstRow()).toBeGreaterThan(100);
  await expect.poll(() => screen.getByText('row 0', { exact: true }).query()).toBeNull();
  window.scrollTo(0, 0);
});

test('the rows of the first paint stay in the document when their places are known', async () => {
  const removed: Node[] = [];
  const observer = new MutationObserver((records) =>
    records.forEach(({ removedNodes }) => removed.push(...removedNodes)),
  );
  observer.observe(document.body, { childList: true, subtree: true });
  await render(list(vi.fn<() => void>()));
  await expect.poll(() => document.querySelectorAll('[data-index]').length).toBeGreaterThan(6);
  observer.disconnect();
  expect(removed).toEqual([]);
});

test('more rows are requested near the end of the list', async () => {
  const onEndNear = vi.fn<() => void>();
  await render(list(onEndNear, ITEMS.slice(0, 5)));
  await expect.poll(() => onEndNear.mock.calls.length).toBeGreaterThan(0);
});

test('a hidden list requests nothing until it is shown', async () => {
  const onEndNear = vi.fn<() => void>();
  const hidden = (shown: boolean) => (
    <div hidden={!shown}>{list(onEndNear, ITEMS.slice(0, 5), 'hidden')}</div>
  );
  const screen = await render(hidden(false));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(onEndNear).not.toHaveBeenCalled();
  await screen.rerender(hidden(true));
  await expect.poll(() => onEndNear.mock.calls.length).toBeGreaterThan(0);
});

test('a list keeps its height when the viewer comes back, so the scroll position fits', async () => {
  const first = await render(list(vi.fn<() => void>(), ITEMS, 'same'));
  window.scrollTo(0, 6_000);
  await expect.poll(() => document.body.textContent).toContain('row 50');
  const height = document.querySelector('[role=feed]')?.clientHeight;
  await first.unmount();
  await render(list(vi.fn<() => void>(), ITEMS, 'same'));
  // At once, not after a measurement: the scroll position is restored in the same breath.
  expect(document.querySelector('[role=feed]')?.clientHeight).toBe(height);
  window.scrollTo(0, 0);
});
