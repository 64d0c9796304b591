// `npm run typecheck`: the server side and the web side, each with its own tsconfig, checked at the same time.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
function run(program, args, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function checkWeb() {
  const web = `${root}web`;
  if (!existsSync(`${web}/tsconfig.json`)) return 0;
  // Types of routes and messages are generated; `pretypes` of the web workspace knows how.
  const generated = spawnSync('npm', ['run', '--silent', '--if-present', 'pretypes', '--workspace', 'web'], { cwd: root, stdio: 'inherit' });
  return generated.status === 0 ? run('tsc', ['--project', web]) : 1;
}

const codes = await Promise.all([run('tsc', ['--project', root]), checkWeb()]);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
