// The test projects: tidy rules, rules without a database, the server on a real PostgreSQL,
// components in a real browser.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumLaunch } from './tools/chromium.mjs';
import { useRunFolder } from './tools/run-folder.mjs';
import { textsInOneModule } from './web/texts-in-one-module.ts';

useRunFolder();

/**
 * They kill processes and wait for others to notice: begun last, they would keep one core idle for
 * a minute.
 */
const WAITING = /(?:crash|conformance|live\/outputs|nginx|embedded-postgres)(?:\.slow)?\.test\.ts$/;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/** A test that waits on a busy machine is not a failed one; `npm test` ends what hangs. */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Node loads the server's code itself, as `npm start` does: Vite's transforms of it took 8 s of
 * processor time.
 */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Each worker holds a pool of database connections and its clone. On two cores three keep both
    // busy: many tests wait.
    maxWorkers: 3,
    // The first line of a failure is all that a build machine keeps of it.
    chaiConfig: { truncateThreshold: 500 },
    projects: [
      {
        test: {
          name: 'tidy',
          ...NATIVE,
          include: ['tools/tidy/**/*.test.ts'],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['{contract,sandbox,tools,web}/**/*.test.ts'],
          exclude: ['tools/tidy/**', '**/*.slow.test.ts', '**/node_modules/**'],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'api',
          ...NATIVE,
          include: ['api/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          globalSetup: ['api/testing/postgres.global.ts'],
          setupFiles: ['api/testing/setup.ts'],
          // The files of a worker share their modules: importing and compiling the server again
          // took a third of the time.
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'slow',
          ...NATIVE,
          include: ['{api,tools}/**/*.slow.test.ts'],
          globalSetup: ['api/testing/postgres.global.ts'],
          setupFiles: ['api/testing/setup.ts'],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'soak',
          ...NATIVE,
          // The crash tests also run elsewhere, at a few steps of each flow
          // (api/testing/crash/soak.ts); here the process is killed at every step.
          include: ['api/**/*.soak.ts', 'api/features/**/*crash{,.slow}.test.ts'],
          provide: { soak: true },
          globalSetup: ['api/testing/postgres.global.ts'],
          setupFiles: ['api/testing/setup.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 's3',
          ...NATIVE,
          include: ['api/**/*.s3.ts'],
          globalSetup: ['api/testing/postgres.global.ts', 'api/testing/s3.global.ts'],
          setupFiles: ['api/testing/setup.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'python',
          ...NATIVE,
          include: ['api/**/*.python.ts'],
          globalSetup: ['api/testing/postgres.global.ts'],
          setupFiles: ['api/testing/setup.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        root: 'web',
        plugins: [textsInOneModule()],
        // Found while tests run, it would reload them, with a second React.
        optimizeDeps: { include: ['react-dom/client'] },
        test: {
          name: 'web',
          include: ['**/*.browser.test.tsx'],
          ...PATIENT,
          browser: {
            enabled: true,
            headless: true,
            // The first run on a busy machine prepares all packages before its browser can connect.
            connectTimeout: 300_000,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
