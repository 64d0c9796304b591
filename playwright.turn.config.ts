// Live shows over a TURN server, which `npm run test:turn` starts.
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig({
  ...journeys,
  testDir: 'e2e/turn',
  testMatch: '*.turn.ts',
});
