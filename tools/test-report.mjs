// How many checks passed, failed and were left out, read from exit codes and from the reports of Vitest and Playwright.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} report @returns {Counts} */
export function countVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report @returns {Counts} */
export function countPlaywright({ stats }) {
  // A journey that passes only when repeated is a defect of the product or of the test.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * Counts of one step. Without a report it is a single check. A file that does not load, an unhandled error or no test
 * at all ends a run with a code but without a failed test: that is one failure, too.
 * @param {number} exitCode
 * @param {Counts | undefined} reported
 * @returns {Counts}
 */
export function countStep(exitCode, reported) {
  const { passed, failed, skipped } = reported ?? { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 };
  return { passed, skipped, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
