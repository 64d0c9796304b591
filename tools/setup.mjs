// Prepares the checkout before `npm start`, `npm run dev` and `npm test`. It runs on whatever Node
// started npm (20 or newer) and before node_modules exists, so: plain JavaScript, nothing imported
// but Node. With nothing to do it needs no network and takes milliseconds.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestBrowser, unpackHeadlessShell } from './chromium.mjs';
import { isInPath } from './in-path.mjs';
import { hashSources } from './sources.mjs';

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: bin + delimiter + process.env.PATH };

class SetupError extends Error {}

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @param {string[]} args */
function npm(...args) {
  const script = process.env.npm_execpath;
  const [program, ...first] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  execFileSync(program, [...first, ...args], { cwd: root, stdio: 'inherit', env: environment });
}

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

// `npm install`, not `npm ci`: where a registry lacks other platforms' optional packages, ci
// refuses the lock that install accepts and leaves unchanged.
function install() {
  const stamp = join(root, 'node_modules', '.setup-hash');
  const wanted = hashSources(
    root,
    ['package-lock.json', 'package.json'],
    [process.platform, process.arch],
  );
  if (readIfThere(stamp) === wanted) return;
  say('Installing packages (only this first time, or after an update)...');
  try {
    npm('install', '--no-audit', '--no-fund', '--loglevel=error');
  } catch {
    throw new SetupError('npm install failed; the lines above say why. It needs the network once.');
  }
  if (!existsSync(join(bin, 'node'))) {
    throw new SetupError(
      `npm left out the pinned Node for ${process.platform}-${process.arch}. Run: npm install --include=optional`,
    );
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}

// A stamp beside the output names the sources it was made from.
function build() {
  if (!existsSync(join(root, 'web', 'react-router.config.ts'))) return;
  const output = join(root, 'web', 'build');
  const stamp = join(output, '.sources-hash');
  const wanted = hashSources(root, ['web', 'contract', 'package-lock.json']);
  if (readIfThere(stamp) === wanted && existsSync(join(output, 'server', 'index.js'))) return;
  say('Building the web application...');
  writeIfThere(stamp, '');
  try {
    npm('run', 'build', '--silent', '--workspace', 'web');
  } catch {
    throw new SetupError('The web application does not build; the lines above say why.');
  }
  writeFileSync(stamp, wanted);
}

/** @param {string} file @param {string} text */
function writeIfThere(file, text) {
  if (existsSync(file)) writeFileSync(file, text);
}

const missingTestPrograms = () => [
  ...(findTestBrowser() ? [] : ['chromium']),
  ...(isInPath('ffmpeg') ? [] : ['ffmpeg']),
];

function ensureTestPrograms() {
  const missing = missingTestPrograms();
  if (missing.length === 0) return;
  const wanted = `The tests need ${missing.join(' and ')}.`;
  const elsewhere = missing.includes('chromium') ? ' (CHROMIUM may name a browser elsewhere)' : '';
  if (!isInPath('apt-get')) {
    const command =
      process.platform === 'darwin'
        ? `Run: brew install ${missing.join(' ')}`
        : 'Install them as your system does';
    throw new SetupError(`${wanted} ${command}${elsewhere}.`);
  }
  const packages = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0)
    throw new SetupError(`${wanted} Run: sudo apt-get ${packages.join(' ')}${elsewhere}`);
  say(`Installing ${missing.join(' and ')} for the tests...`);
  const options = {
    stdio: /** @type {const} */ ('inherit'),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', packages, options);
  } catch {
    throw new SetupError(
      `apt-get could not install ${missing.join(' and ')}; the lines above say why.`,
    );
  }
  if (missingTestPrograms().length > 0)
    throw new SetupError(
      `Still missing after the installation: ${missingTestPrograms().join(', ')}`,
    );
}

try {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE)
    throw new SetupError(
      `Camarim needs Node ${OLDEST_NODE} or newer to begin with; this is ${process.version}.`,
    );
  install();
  if (process.argv.includes('--test')) {
    await unpackHeadlessShell();
    ensureTestPrograms();
    if (!isInPath('redis-server'))
      say(
        'No redis-server on the PATH: the tests of limits, bus and presence on Redis will be left out, and counted so. Debian: apt-get install redis-server',
      );
  }
  if (process.argv.includes('--build')) build();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
