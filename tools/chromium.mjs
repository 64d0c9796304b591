// Which browser runs the tests and how it is started; used by set-up (plain Node 20), Vitest and
// Playwright.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
/** Chromium's headless shell, from the registry, for Linux on x64. */
const PACKAGE = join(modules, '@sparticuz/chromium');
const PACKED = join(PACKAGE, 'bin/chromium.br');

/** Where the headless shell of the installed package is unpacked, or undefined. */
function headlessShell() {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKED)) return;
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  return join(modules, '.cache/headless-shell', version, 'chromium');
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @param {(string | undefined)[]} candidates */
const firstThere = (candidates) =>
  candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Path of the whole browser on this machine (CHROMIUM names another one), or undefined. */
export const findChromium = () => firstThere([process.env.CHROMIUM, ...INSTALLED]);

/**
 * Path of the browser for tests, or undefined. The headless shell has no windows and takes half of
 * the whole browser's processor time for the same pages.
 */
export const findTestBrowser = () =>
  firstThere([process.env.CHROMIUM, headlessShell()]) ?? findChromium();

/**
 * Unpacks the headless shell, once per version of its package. Where it does not run (another
 * processor, libraries that are missing), the whole browser remains.
 */
export async function unpackHeadlessShell() {
  const shell = headlessShell();
  if (!shell || existsSync(shell)) return;
  mkdirSync(dirname(shell), { recursive: true });
  const unpacked = `${shell}.${process.pid}`;
  await pipeline(createReadStream(PACKED), createBrotliDecompress(), createWriteStream(unpacked));
  chmodSync(unpacked, 0o755);
  try {
    execFileSync(unpacked, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    renameSync(unpacked, shell);
  } catch {
    rmSync(unpacked);
  }
}

/**
 * Launch options for Playwright: no sandbox because tests may run as root, and nothing that calls
 * home.
 * @param {string | undefined} executablePath
 */
export function chromiumLaunch(executablePath = findTestBrowser()) {
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  };
}
