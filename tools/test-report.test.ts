// The last line of `npm test` must not say more than is true.
import { expect, test } from 'vitest';
import {
  countAgain,
  countPlaywright,
  countStep,
  countVitest,
  failedFiles,
} from './test-report.mjs';

const counts = (
  passed: number,
  failed: number,
  skipped: number,
  failures: string[] = [],
  unsteady: string[] = [],
) => ({ passed, failed, skipped, failures, unsteady });
const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ fullName: `test ${at}`, status })),
});

test('a static check counts as one', () => {
  expect(countStep('lint', 0, undefined)).toEqual(counts(1, 0, 0));
  expect(countStep('lint', 2, undefined)).toEqual(counts(0, 1, 0, ['lint: ended with 2']));
});

test('a run that ends badly without a failed test counts one failure', () => {
  expect(countStep('unit', 1, counts(7, 0, 2))).toEqual(counts(7, 1, 2, ['unit: ended with 1']));
  expect(countStep('unit', 1, counts(7, 2, 2, ['a', 'b']))).toEqual(counts(7, 2, 2, ['a', 'b']));
  expect(countStep('unit', 0, counts(7, 0, 2))).toEqual(counts(7, 0, 2));
});

test('skipped tests are not passed, and failed ones have names', () => {
  const report = {
    testResults: [
      file('a.test.ts', 'passed', 'failed', 'pending'),
      file('b.test.ts', 'passed', 'skipped'),
    ],
  };
  expect(countVitest(report)).toEqual(counts(2, 1, 2, ['a.test.ts: test 1']));
  expect(failedFiles(report)).toEqual(['a.test.ts']);
});

test('a file that does not begin is one failure, and what it would have tested is left out', () => {
  expect(
    countVitest({
      testResults: [{ ...file('a.test.ts', 'skipped', 'skipped'), status: 'failed' }],
    }),
  ).toEqual(counts(0, 1, 2, ['a.test.ts: did not begin']));
});

test('a test that passes in its second run is passed and listed, and one that fails twice is failed', () => {
  const first = {
    testResults: [
      file('a.test.ts', 'passed', 'failed'),
      file('b.test.ts', 'failed', 'passed', 'skipped'),
      file('c.test.ts', 'passed'),
    ],
  };
  const second = {
    testResults: [
      file('a.test.ts', 'passed', 'passed'),
      file('b.test.ts', 'failed', 'passed', 'skipped'),
    ],
  };
  expect(countAgain(first, second)).toEqual(
    counts(4, 1, 1, ['b.test.ts: test 0'], ['a.test.ts: test 1']),
  );
});

test('a journey that passes when repeated is named', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [spec('one', 'expected'), spec('two', 'flaky')],
      suites: [{ title: 'inner', specs: [spec('three', 'unexpected')] }],
    },
  ];
  expect(
    countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 9 }, suites }),
  ).toEqual(counts(5, 1, 9, ['inner: three'], ['a.spec.ts: two']));
});
