// The last line of `npm test` must not say more than is true.
import { expect, test } from 'vitest';
import { countPlaywright, countStep, countVitest } from './test-report.mjs';

test('a static check counts as one', () => {
  expect(countStep(0, undefined)).toEqual({ passed: 1, failed: 0 });
  expect(countStep(2, undefined)).toEqual({ passed: 0, failed: 1 });
});

test('a run that ends badly without a failed test counts one failure', () => {
  expect(countStep(1, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 1 });
  expect(countStep(1, { passed: 7, failed: 2 })).toEqual({ passed: 7, failed: 2 });
  expect(countStep(0, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 0 });
});

test('skipped tests are not passed, and flaky journeys are failed', () => {
  expect(countVitest(Object.assign({ numPassedTests: 3, numFailedTests: 1 }, { numPendingTests: 5 }))).toEqual({ passed: 3, failed: 1 });
  expect(countPlaywright({ stats: Object.assign({ expected: 4, unexpected: 1, flaky: 2 }, { skipped: 9 }) })).toEqual({ passed: 4, failed: 3 });
});
