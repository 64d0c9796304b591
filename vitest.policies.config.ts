// `npm run test:policies`: the access walk once for every check of a policy, each time without that
// one.
import { defineConfig } from 'vitest/config';
import { instrument } from './api/testing/access/policy-checks.ts';
import { useRunFolder } from './tools/run-folder.mjs';

useRunFolder();

export default defineConfig({
  plugins: [
    {
      name: 'removable-policies',
      enforce: 'pre',
      transform: (source, id) => instrument(id.split('?')[0] ?? '', source),
    },
  ],
  test: {
    name: 'policies',
    include: ['api/testing/access/without-each-check.ts'],
    globalSetup: ['api/testing/postgres.global.ts'],
    setupFiles: ['api/testing/setup.ts'],
    // A world of people and their things takes seconds to make; on a busy machine, minutes.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
