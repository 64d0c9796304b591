// Toasts: at most two, four seconds each, read out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toasts } from './Toasts.tsx';
import { dismissToast, showToast, toastStore } from './toasts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id);
  vi.useRealTimers();
});

test('a third toast takes the place of the oldest', () => {
  for (const text of ['one', 'two', 'three']) showToast(text);
  expect(toastStore.current().map(({ text }) => text)).toEqual(['two', 'three']);
});

test('the same sentence is not shown twice', () => {
  showToast('same');
  showToast('same');
  expect(toastStore.current()).toHaveLength(1);
});

test('a toast is gone after four seconds and not before', () => {
  showToast('brief');
  vi.advanceTimersByTime(3_999);
  expect(toastStore.current()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastStore.current()).toHaveLength(0);
});

test('the live region of toasts is rendered before its first text', async () => {
  vi.useRealTimers();
  const screen = await render(<Toasts />);
  const region = screen.getByRole('status').element();
  showToast('read me');
  await expect.poll(() => region.textContent).toBe('read me');
});
