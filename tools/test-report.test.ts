// The last line of `npm test` must not say more than is true.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countPlaywright, countStep, countVitest } from './test-report.mjs';

const counts = (passed: number, failed: number, skipped: number, failures: string[] = []) => ({
  passed,
  failed,
  skipped,
  failures,
});
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
});

test('a failure says why in one line', () => {
  const assertionResults = [
    {
      fullName: 'adds',
      status: 'failed',
      failureMessages: ['AssertionError: \u001B[31mexpected\u001B[39m 1\n  to be 2'],
    },
  ];
  expect(
    countVitest({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] })
      .failures,
  ).toEqual(['a.test.ts: adds (AssertionError: expected 1 to be 2)']);
  const results = [{ errors: [{ message: 'Test timeout' }, { message: 'Error: not visible' }] }];
  const specs = [{ title: 'one', tests: [{ status: 'unexpected', results }] }];
  expect(
    countPlaywright({
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ title: 'a.spec.ts', specs }],
    }).failures,
  ).toEqual(['a.spec.ts: one (Test timeout / Error: not visible)']);
});

test('a file that does not begin is one failure, and what it would have tested is left out', () => {
  expect(
    countVitest({
      testResults: [{ ...file('a.test.ts', 'skipped', 'skipped'), status: 'failed' }],
    }),
  ).toEqual(counts(0, 1, 2, ['a.test.ts: did not begin']));
});

test('a journey that failed first and then passed is a failed one, and is named', () => {
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
  ).toEqual(counts(4, 2, 9, ['a.spec.ts: two', 'inner: three']));
});

test('a failed journey shows what its pages had', () => {
  const folder = mkdtempSync(join(tmpdir(), 'camarim-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'error-context.md');
  writeFileSync(path, '# Page snapshot\n\n```yaml\n- main:\n  - button "Enviar" [ref=e4]\n```\n');
  const attachments = [
    { name: 'screenshot', path: join(folder, 'test-failed-1.png') },
    { name: 'error-context', path },
    { name: 'error-context', path: join(folder, 'lost.md') },
  ];
  const tests = [{ status: 'unexpected', results: [{ errors: [], attachments }] }];
  expect(
    countPlaywright({
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ title: 'a.spec.ts', specs: [{ title: 'one', tests }] }],
    }).failures,
  ).toEqual(['a.spec.ts: one\n  page: - main: - button "Enviar"']);
});
