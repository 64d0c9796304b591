// The test projects: tidy rules, rules without a database, the server on a real PostgreSQL, components in a real browser.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from './tools/chromium.mjs';

export default defineConfig({
  test: {
    // Each worker holds a pool of database connections and its clone; two suit a laptop and the smallest CI machine.
    maxWorkers: 2,
    projects: [
      { test: { name: 'tidy', include: ['tools/tidy/**/*.test.ts'] } },
      { test: { name: 'unit', include: ['{contract,sandbox,tools,web}/**/*.test.ts'], exclude: ['tools/tidy/**', '**/node_modules/**'] } },
      {
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          globalSetup: ['api/testing/postgres.global.ts'],
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'soak', include: ['api/**/*.soak.ts'], globalSetup: ['api/testing/postgres.global.ts'], hookTimeout: 60_000 } },
      {
        root: 'web',
        test: {
          name: 'web',
          include: ['**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
