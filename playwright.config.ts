// Browser journeys against the application as `npm start` runs it, on a fresh home and a free port.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tools/chromium.mjs';
import { freePort } from './api/platform/database/free-port.ts';
import { useRunFolder } from './tools/run-folder.mjs';

useRunFolder();

// Workers read this file again and must find the same address, which the first reading leaves in
// the environment. The local payment sandbox listens at the port after it.
process.env.E2E_PORT ??= String(await freePort());
// Where third-parties.spec.ts serves scripts of others.
process.env.E2E_SCRIPTS_PORT ??= String(await freePort());
// Where social-login.spec.ts opens an identity provider.
process.env.E2E_PROVIDER_PORT ??= String(await freePort());
// So that a journey can run an operator's command beside the application.
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'camarim-fresh-'));
const scripts = `http://127.0.0.1:${process.env.E2E_SCRIPTS_PORT}`;
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // Journeys of different files run beside each other: each makes people of its own, or has a
  // producer of the demo to itself.
  workers: 2,
  // `npm test` leaves the slow journeys to `npm run test:slow`; `npm run test:journeys:all` runs
  // all.
  ...(process.env.E2E_ALL === undefined &&
    (process.env.E2E_SLOW === undefined ? { grepInvert: /@slow/ } : { grep: /@slow/ })),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL,
    // Without them a press on what never appears, or a page that never loads, waits for the end of
    // the test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Without a GPU, drawing what moves takes a tenth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch(),
  },
  webServer: {
    command: 'node tools/serve-fresh.mjs',
    wait: { stdout: /the demo is ready/ },
    // All journeys come from one address, which asks for as many captchas as an attacker would.
    env: {
      PORT: process.env.E2E_PORT,
      // Two runs on one machine would take each other's ports of live video: each takes free ones.
      LIVE_UDP_PORT: '0',
      E2E_HOME: process.env.E2E_HOME,
      CAMARIM_DEMO: 'small',
      CAPTCHA_COST: '100',
      // Journeys log in with addresses of their own.
      TRUST_PROXY: 'loopback',
      // A first card payment of this much is looked at before it can be spent.
      CARD_REVIEW_FROM_CENTAVOS: '50000',
      GOOGLE_CLIENT_ID: 'camarim',
      GOOGLE_CLIENT_SECRET: 'a secret of the test, long enough',
      GOOGLE_ISSUER: `http://127.0.0.1:${process.env.E2E_PROVIDER_PORT}`,
      SUPPORT_SCRIPT_URL: `${scripts}/support.js`,
      TAG_MANAGER_URL: `${scripts}/tags.js?id=GTM-E2E`,
      FRAUD_SCREEN_URL: `${scripts}/screen.js?session={session}`,
    },
    timeout: 180_000,
    // The database is a child of the server: killed at once, it would be left behind.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
