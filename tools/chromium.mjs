// Where the browser for tests is and how it is started; used by set-up (plain Node 20), Vitest and
// Playwright.
import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium on this machine (CHROMIUM names another one), or undefined. */
export function findChromium() {
  return CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/**
 * Launch options for Playwright: no sandbox because tests may run as root, and nothing that calls
 * home.
 */
export function chromiumLaunch() {
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  };
}
