// `npm test`: types, lint, tidy rules, unit, API, component and browser tests; the last line is the sum of all.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInPath } from './in-path.mjs';
import { countPlaywright, countStep, countVitest } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {{ name: string, command: string[], count?: (report: any) => Counts }} Step */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'camarim-reports-'));

/** @type {Step[]} */
const steps = [
  { name: 'types', command: ['node', 'tools/typecheck.mjs'] },
  { name: 'lint', command: ['oxlint'] },
  vitest('tidy rules', 'tidy'),
  vitest('unit, API and component tests', 'unit', 'api', 'web'),
  { name: 'browser journeys', command: ['playwright', 'test', '--reporter=list,json'], count: countPlaywright },
];

/** @param {string} name @param {string[]} projects @returns {Step} */
function vitest(name, ...projects) {
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return { name, command: ['vitest', 'run', ...chosen, ...reporters], count: countVitest };
}

/** @param {string} name */
function reportOf(name) {
  return join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
}

/** @param {Step} step @returns {Promise<Counts>} */
async function runStep({ name, command: [program = '', ...args], count }) {
  process.stdout.write(`\n--- ${name}\n`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) };
  /** @type {number} */
  const exitCode = await new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  if (!count) return countStep(exitCode, undefined);
  // A runner that died before its report is a failure even if it exits with 0.
  if (!existsSync(reportOf(name))) return { passed: 0, failed: 1, skipped: 0 };
  return countStep(exitCode, count(JSON.parse(readFileSync(reportOf(name), 'utf8'))));
}

/** What this machine lacks. Each reason is looked for by the tests that need it, too. */
function whyLeftOut() {
  const reasons = [
    ...(isInPath('redis-server') ? [] : ['no redis-server on the PATH, so limits, bus and presence ran in memory only (Debian: apt-get install redis-server)']),
    ...(process.getuid?.() === 0 && process.platform === 'linux' ? [] : ['only root on Linux can start PostgreSQL as somebody else']),
  ];
  return reasons.length > 0 ? reasons : ['see the list of the tests'];
}

const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
for (const step of steps) {
  const { passed, failed, skipped } = await runStep(step);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${step.name}: ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} left out`}`);
}
rmSync(reports, { recursive: true });
if (total.skipped > 0) summary.push(`LEFT OUT ${total.skipped} tests: ${whyLeftOut().join('; ')}`);
process.exitCode = total.failed === 0 ? 0 : 1;
process.stdout.write(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
