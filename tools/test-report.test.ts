// The last line of `npm test` must not say more than is true.
import { expect, test } from 'vitest';
import { countPlaywright, countStep, countVitest } from './test-report.mjs';

test('a static check counts as one', () => {
  expect(countStep(0, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(countStep(2, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a run that ends badly without a failed test counts one failure', () => {
  expect(countStep(1, { passed: 7, failed: 0, skipped: 2 })).toEqual({ passed: 7, failed: 1, skipped: 2 });
  expect(countStep(1, { passed: 7, failed: 2, skipped: 2 })).toEqual({ passed: 7, failed: 2, skipped: 2 });
  expect(countStep(0, { passed: 7, failed: 0, skipped: 2 })).toEqual({ passed: 7, failed: 0, skipped: 2 });
});

test('skipped tests are not passed, and flaky journeys are failed', () => {
  expect(countVitest({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 5 })).toEqual({ passed: 3, failed: 1, skipped: 5 });
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 9 } })).toEqual({ passed: 4, failed: 3, skipped: 9 });
});
