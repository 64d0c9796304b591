// What a visitor wanted is kept in the tab, once and for half an hour.
import { MINUTE_MS } from '@camarim/contract/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearPendingAction, savePendingAction, consumePendingAction } from './pending-action.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was wanted is taken once, and only by what it names', () => {
  savePendingAction('unlock:1');
  expect(consumePendingAction('unlock:2')).toBe(false);
  expect(consumePendingAction('unlock:1')).toBe(true);
  expect(consumePendingAction('unlock:1')).toBe(false);
});

test('the last wish replaces the one before, and none is left once it is dropped', () => {
  savePendingAction('unlock:1');
  savePendingAction('subscribe:bia');
  expect(consumePendingAction('unlock:1')).toBe(false);
  clearPendingAction();
  expect(consumePendingAction('subscribe:bia')).toBe(false);
});

test('what was wanted is forgotten after half an hour', () => {
  savePendingAction('tip:1');
  vi.advanceTimersByTime(30 * MINUTE_MS - 1);
  expect(consumePendingAction('tip:1')).toBe(true);
  savePendingAction('tip:1');
  vi.advanceTimersByTime(30 * MINUTE_MS);
  expect(consumePendingAction('tip:1')).toBe(false);
});
