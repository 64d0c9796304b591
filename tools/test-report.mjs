// How many checks passed, failed and were left out, and which failed, read from exit codes and from
// the reports of Vitest and Playwright.

import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * What one step found; `failures` names the failed.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */
/**
 * @typedef {{ testResults: { name: string, status: string, assertionResults: { fullName: string,
 * status: string, failureMessages?: string[] }[] }[] }} VitestReport
 */
/**
 * @typedef {{ errors?: { message?: string }[], attachments?: { name: string, path?: string }[] }}
 * PlaywrightResult
 */
/**
 * @typedef {{ title: string, tests: { status: string, results?: PlaywrightResult[] }[] }}
 * PlaywrightSpec
 */
/**
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }}
 * PlaywrightSuite
 */

/** @type {Counts} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

const REASON_CHARS = 600;
const PAGE_CHARS = 3_000;

/**
 * The beginning of a failure's message in one line: the end of a long output may be all that is
 * kept.
 * @param {string | undefined} message
 */
function reasonOf(message = '') {
  const text = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '' : ` (${text.slice(0, REASON_CHARS)})`;
}

/** @param {VitestReport} report @returns {Counts} */
export function countVitest({ testResults }) {
  const counts = structuredClone(NOTHING);
  for (const file of testResults) {
    const failures = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${file.name}: ${fullName}${reasonOf(failureMessages?.[0])}`,
      );
    // A file that does not load has no failed test, and neither has one whose preparation failed.
    if (file.status === 'failed' && failures.length === 0)
      failures.push(`${file.name}: did not begin`);
    counts.failures.push(...failures);
    counts.failed += failures.length;
    counts.passed += file.assertionResults.filter(({ status }) => status === 'passed').length;
    counts.skipped += file.assertionResults.filter(
      ({ status }) => status !== 'passed' && status !== 'failed',
    ).length;
  }
  return counts;
}

/**
 * A journey is run once: one that failed and then passed would be a failed one.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number },
 * suites: PlaywrightSuite[] }} report @returns {Counts}
 */
export function countPlaywright({ stats, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: failuresOf(suites),
  };
}

/**
 * The accessibility trees of the pages that a failed journey had open, each in one line: where the
 * output is all that is kept, the pictures are gone.
 * @param {PlaywrightResult[]} results @returns {string[]}
 */
function pagesOf(results) {
  return results
    .flatMap(({ attachments = [] }) => attachments)
    .flatMap(({ name, path }) =>
      name === 'error-context' && path !== undefined && existsSync(path)
        ? [...readFileSync(path, 'utf8').matchAll(/```yaml\n(.*?)```/gs)]
        : [],
    )
    .map(([, tree = '']) =>
      tree
        .replaceAll(/ \[ref=\w+\]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .map((tree) => `  page: ${tree.slice(0, PAGE_CHARS)}`);
}

/** @param {PlaywrightSuite[]} suites @returns {string[]} */
function failuresOf(suites) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) =>
        tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
      )
      .map((spec) => {
        const results = spec.tests.flatMap((test) => test.results ?? []);
        // A test that ran out of time has a second error, which says what it waited for.
        const errors = results.flatMap((result) => result.errors ?? []);
        const reason = reasonOf(errors.map(({ message }) => message).join(' / '));
        return [`${title}: ${spec.title}${reason}`, ...pagesOf(results)].join('\n');
      }),
    ...failuresOf(inner),
  ]);
}

/**
 * Counts of one step. Without a report it is a single check. An unhandled error or no test at all
 * ends a run with a code but without a failed test: that is one failure, too.
 * @param {string} name
 * @param {number} exitCode
 * @param {Counts | undefined} reported
 * @returns {Counts}
 */
export function countStep(name, exitCode, reported) {
  const counts = reported ?? { ...NOTHING, passed: exitCode === 0 ? 1 : 0 };
  return exitCode !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, failures: [`${name}: ended with ${exitCode}`] }
    : counts;
}
