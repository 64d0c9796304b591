// `npm test`: types, lint, tidy rules, unit, API, component and browser tests; the last line is the sum of all.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'camarim-reports-'));

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {(report: any) => Counts} [count] reads the JSON report; a step without one counts as a single check
 */

/** @param {string} name @param {string[]} projects @returns {Step} */
function vitest(name, ...projects) {
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return { name, command: ['vitest', 'run', ...chosen, ...reporters], count: countVitest };
}

/** @type {Step[]} */
const steps = [
  { name: 'types', command: ['node', 'tools/typecheck.mjs'] },
  { name: 'lint', command: ['oxlint'] },
  vitest('tidy', 'tidy'),
  vitest('unit, API and component tests', 'unit', 'api', 'web'),
  { name: 'browser journeys', command: ['playwright', 'test', '--reporter=list,json'], count: countPlaywright },
];

/** @param {string} name */
function reportOf(name) {
  return join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
}

/** @param {{ numPassedTests: number, numFailedTests: number }} report @returns {Counts} */
function countVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** @param {{ stats: { expected: number, flaky: number, unexpected: number } }} report @returns {Counts} */
function countPlaywright({ stats }) {
  // A journey that passes only when repeated is a defect of the product or of the test.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** @param {Step} step @returns {Promise<Counts>} */
async function runStep({ name, command: [program = '', ...args], count }) {
  process.stdout.write(`\n--- ${name}\n`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) };
  /** @type {number} */
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.once('error', reject);
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  const counts = count ? count(readReport(name)) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // A file that does not load, an unhandled error or no test at all fails a run without a failed test.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {string} name */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportOf(name), 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, stats: { expected: 0, flaky: 0, unexpected: 1 } };
  }
}

const total = { passed: 0, failed: 0 };
const summary = [];
for (const step of steps) {
  const { passed, failed } = await runStep(step);
  total.passed += passed;
  total.failed += failed;
  summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${step.name}: ${passed} passed, ${failed} failed`);
}
rmSync(reports, { recursive: true });
process.exitCode = total.failed === 0 ? 0 : 1;
process.stdout.write(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
