// The main journey and live shows in browser engines other than Chromium: `npm run test:engines`.
import { networkInterfaces } from 'node:os';
import { defineConfig } from '@playwright/test';
import { freePort } from './api/platform/database/free-port.ts';
import journeys from './playwright.config.ts';

// Firefox does not connect to the loopback: the media of shows come over an address of this machine
// in its network, which the application takes from the environment.
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
if (address !== undefined) process.env.LIVE_ADDRESS ??= address;

// Where push.engine.ts opens a push service; the application takes its origin from the environment.
process.env.E2E_PUSH_PORT ??= String(await freePort());
process.env.PUSH_SERVICES = `http://127.0.0.1:${process.env.E2E_PUSH_PORT}`;

export default defineConfig({
  ...journeys,
  testDir: 'e2e/engines',
  testMatch: '*.engine.ts',
  timeout: 480_000,
  workers: 1,
});
