// `npm run typecheck`: the server side, the journeys and the web side, each with its own tsconfig,
// checked at the same time.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
function run(program, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// What was checked before is remembered, so that a second run checks only what changed. Several
// checkers of one project would instantiate the same types again each: 5.7 million instead of 2.1.
/** @param {string} name */
const remembered = (name) => [
  '--checkers',
  '1',
  '--incremental',
  '--tsBuildInfoFile',
  `${root}node_modules/.cache/tsc/${name}.tsbuildinfo`,
];

// The web workspace first generates the types of its routes and messages.
const codes = await Promise.all([
  run('tsc', '--project', '.', ...remembered('server')),
  run('tsc', '--project', 'e2e', ...remembered('e2e')),
  run('npm', 'run', 'typecheck', '--silent', '--if-present', '--workspace', 'web'),
]);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
