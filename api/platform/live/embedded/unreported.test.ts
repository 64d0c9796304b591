// Users whose connections send no receiver reports: what is counted, forgiven and refused.
import { expect, test } from 'vitest';
import { createUnreported } from './unreported.ts';

const SILENT_MS = 6_000;
/** Picture has always come. */
const newUnreported = () => createUnreported((_kind, heardMs, nowMs) => nowMs - heardMs);
const silent = (connectedMs: number) => ({ user: 'davi', connectedMs, heardMs: null });

test('a viewer who never reports is refused after a few connections, and much later for one more', () => {
  const unreported = newUnreported();
  let nowMs = 0;
  let connections = 0;
  const connect = () => unreported.check('davi', [], nowMs);
  expect(() => {
    for (; connections < 100; connections += 1) {
      connect();
      nowMs += SILENT_MS;
      unreported.add(silent(nowMs - SILENT_MS), nowMs);
    }
  }).toThrow('unreported');
  expect(connections).toBe(6);
  unreported.check('malu', [], nowMs);
  nowMs += 5_000;
  expect(connect).toThrow('unreported');
  nowMs += 40_000;
  connect();
});

test('connections that go on without a report count before they end', () => {
  const unreported = newUnreported();
  const open = (count: number) => Array.from({ length: count }, () => silent(0));
  unreported.check('davi', open(6), 5_000);
  expect(() => unreported.check('davi', open(7), 5_000)).toThrow('unreported');
  unreported.check('malu', open(7), 5_000);
});

test('a browser whose network breaks every half minute for hours is never refused', () => {
  const unreported = newUnreported();
  for (let nowMs = 0; nowMs < 8 * 3_600_000; nowMs += 30_000) {
    expect(() => unreported.check('davi', [], nowMs)).not.toThrow();
    const heardMs = nowMs + 30_000 - SILENT_MS;
    unreported.add({ user: 'davi', connectedMs: nowMs, heardMs }, nowMs + 30_000);
  }
});

test('a page that is loaded again before it could report is never refused', () => {
  const unreported = newUnreported();
  for (let nowMs = 0; nowMs < 3_600_000; nowMs += 1_500) {
    expect(() => unreported.check('davi', [], nowMs)).not.toThrow();
    unreported.add(silent(nowMs), nowMs + 1_500);
  }
});
