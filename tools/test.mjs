// `npm test`: types, lint, tidy rules, unit, API, component and browser tests; the last line is the
// sum of all. `npm test -- --changed [base]` runs only the tests in the folders that differ from
// `base` (main unless given). `npm run test:slow` runs the proofs and journeys that are marked
// slow, and nothing else.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { changedFiles, scopeOf } from './changed-tests.mjs';
import { isInPath } from './in-path.mjs';
import { countPlaywright, countStep, countVitest } from './test-report.mjs';
import { endWhenStuck } from './watchdog.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {{ name: string, command: string[], count?: (report: any) => Counts }} Step */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'camarim-reports-'));
// The application is started some hundred times: from kept bytecode each start takes half of the
// processor time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

const [flag, base = 'main'] = process.argv.slice(2);
const isSlow = flag === '--slow';
const scope =
  flag === '--changed'
    ? scopeOf(changedFiles(root, base))
    : { tests: [], journeys: [], everything: true };

/**
 * One after the other; they need one core, and run beside the tests, which leave half of one.
 * @type {Step[]}
 */
const readings = [
  { name: 'types', command: ['node', 'tools/typecheck.mjs'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  vitest('tidy rules', ['tidy']),
];

/** @type {Step[]} */
const tests = isSlow
  ? [vitest('slow proofs', ['slow']), journeys([])]
  : scope.everything
    ? [vitest('unit, API and component tests', ['unit', 'api', 'web']), journeys([])]
    : [
        ...(scope.tests.length > 0
          ? [vitest('tests of the change', ['unit', 'api', 'web', 'slow'], scope.tests)]
          : []),
        ...(scope.journeys.length > 0 ? [journeys(scope.journeys)] : []),
      ];

/** @param {string[]} files @returns {Step} */
function journeys(files) {
  return {
    name: 'browser journeys',
    command: ['playwright', 'test', '--reporter=list,json', ...files],
    count: countPlaywright,
  };
}

/** @param {string} name @param {string[]} projects @param {string[]} [paths] @returns {Step} */
function vitest(name, projects, paths = []) {
  const chosen = projects.map((project) => `--project=${project}`);
  const command = [
    'vitest',
    'run',
    ...chosen,
    '--reporter=default',
    '--reporter=./tools/unfinished-reporter.mjs',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...(paths.length > 0 ? ['--passWithNoTests', ...paths] : []),
  ];
  return { name, command, count: countVitest };
}

/** @param {string} name */
function reportOf(name) {
  return join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
}

/** Null when the runner died before its report. @param {string} name */
function readReport(name) {
  return existsSync(reportOf(name)) ? JSON.parse(readFileSync(reportOf(name), 'utf8')) : null;
}

/**
 * A runner that wrote its report and still runs waits for something that a test left open;
 * Playwright stops its server first.
 */
const ENDS_WITHIN_MS = 90_000;
/** A runner that prints nothing for so long hangs: no test may take half of it. */
const SILENT_MS = 600_000;

/** @param {string} name */
const unfinishedOf = (name) => `${reportOf(name)}.unfinished`;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let interrupted = false;
/** Each runner leads a process group, which Ctrl-C does not reach by itself. */
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    interrupted = true;
    for (const { pid } of running) process.kill(-(pid ?? 0), signal);
  });

/**
 * @param {string} name @param {string[]} command
 * @param {import('node:stream').Writable} output
 * @returns {Promise<number>} The code it ended with.
 */
function run(name, [program = '', ...args], output) {
  output.write(`\n--- ${name}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name),
        UNFINISHED_FILE: unfinishedOf(name),
        ...(isSlow && { E2E_SLOW: '1' }),
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
    running.add(child);
    endWhenStuck(child, {
      report: reportOf(name),
      unfinished: unfinishedOf(name),
      endsWithinMs: ENDS_WITHIN_MS,
      silentMs: SILENT_MS,
      say: (line) => process.stdout.write(`${name}: ${line}\n`),
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/**
 * @param {Step} step @param {import('node:stream').Writable} output @returns {Promise<Counts>}
 */
async function runStep({ name, command, count }, output) {
  const exitCode = await run(name, command, output);
  if (!count) return countStep(name, exitCode, undefined);
  const report = readReport(name);
  // A runner that died before its report is a failure even if it exits with 0.
  if (report === null)
    return countStep(name, exitCode || 1, { passed: 0, failed: 0, skipped: 0, failures: [] });
  return countStep(name, exitCode, count(report));
}

/** What this machine lacks. Each reason is looked for by the tests that need it, too. */
function whyLeftOut() {
  const reasons = [
    ...(isInPath('redis-server')
      ? []
      : [
          'no redis-server on the PATH, so limits, bus and presence ran in memory only (Debian: apt-get install redis-server)',
        ]),
    ...(process.getuid?.() === 0 && process.platform === 'linux'
      ? []
      : ['only root on Linux can start PostgreSQL as another user']),
  ];
  return reasons.length > 0 ? reasons : ['see the list of the tests'];
}

/** What the readings print is shown when they have ended: the tests print beside them. */
async function runReadings() {
  const output = new PassThrough();
  const printed = text(output);
  const results = await runInTurn(readings, output);
  output.end();
  process.stdout.write(await printed);
  return results;
}

/** @param {Step[]} steps @param {import('node:stream').Writable} output */
async function runInTurn(steps, output) {
  const results = [];
  for (const step of steps) {
    if (interrupted) break;
    const begun = performance.now();
    const counts = await runStep(step, output);
    results.push({ ...counts, name: step.name, seconds: (performance.now() - begun) / 1_000 });
  }
  return results;
}

const total = { passed: 0, failed: 0, skipped: 0 };
const [summary, details] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
const results = (
  await Promise.all([isSlow ? [] : runReadings(), runInTurn(tests, process.stdout)])
).flat();
for (const { name, seconds, passed, failed, skipped, failures } of results) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  summary.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} left out`} (${seconds.toFixed(0)} s)`,
  );
  details.push(...failures.map((test) => `FAILED ${test}`));
}
rmSync(reports, { recursive: true });
if (total.skipped > 0) summary.push(`LEFT OUT ${total.skipped} tests: ${whyLeftOut().join('; ')}`);
process.exitCode = total.failed === 0 && !interrupted ? 0 : 1;
process.stdout.write(
  `\n${[...summary, ...details].join('\n')}\n${total.passed} passed, ${total.failed} failed\n`,
);
