// The main journey in browser engines other than Chromium: `npm run test:engines`.
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig({
  ...journeys,
  testDir: 'e2e/engines',
  testMatch: '*.engine.ts',
  timeout: 480_000,
  workers: 1,
});
