// How many checks passed, failed and were left out, and which failed, read from exit codes and from
// the reports of Vitest and Playwright.

/**
 * What one step found. `failures` names the failed, `unsteady` those that failed and then passed.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady:
 * string[] }} Counts
 */
/**
 * @typedef {{ testResults: { name: string, status: string, assertionResults: { fullName: string,
 * status: string }[] }[] }} VitestReport
 */
/**
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?:
 * PlaywrightSuite[] }} PlaywrightSuite
 */

/** @type {Counts} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/** @param {VitestReport} report @returns {Counts} */
export function countVitest({ testResults }) {
  const counts = structuredClone(NOTHING);
  for (const file of testResults) {
    const failures = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file.name}: ${fullName}`);
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

/** @param {VitestReport} report @returns {string[]} The files to look at again. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * A run of everything, corrected by a second run of only its failed files: what passes there
 * counts as passed and is named, because it is still a defect of the product or of the test.
 * @param {VitestReport} first
 * @param {VitestReport} second
 * @returns {Counts}
 */
export function countAgain(first, second) {
  const again = new Set(second.testResults.map(({ name }) => name));
  const kept = countVitest({
    testResults: first.testResults.filter(({ name }) => !again.has(name)),
  });
  const [before, now] = [
    countVitest({ testResults: first.testResults.filter(({ name }) => again.has(name)) }),
    countVitest(second),
  ];
  return {
    passed: kept.passed + now.passed,
    failed: kept.failed + now.failed,
    skipped: kept.skipped + now.skipped,
    failures: [...kept.failures, ...now.failures],
    unsteady: before.failures.filter((name) => !now.failures.includes(name)),
  };
}

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number },
 * suites: PlaywrightSuite[] }} report @returns {Counts}
 */
export function countPlaywright({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: titlesOf(suites, 'unexpected'),
    unsteady: titlesOf(suites, 'flaky'),
  };
}

/** @param {PlaywrightSuite[]} suites @param {string} wanted @returns {string[]} */
function titlesOf(suites, wanted) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map((spec) => `${title}: ${spec.title}`),
    ...titlesOf(inner, wanted),
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
