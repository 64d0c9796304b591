// A worker whose job never ends, for tests that kill it: `node job-worker.ts DATABASE_URL`.
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@camarim/contract/time';
import { pgBossJobs } from '../platform/jobs/pg-boss.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const jobs = pgBossJobs<{ grind: { id: string } }>({
  databaseUrl,
  log: { info() {}, warn() {}, error() {}, debug() {} },
});
jobs.define(
  'grind',
  { retries: 3, backoffSeconds: 1, expireSeconds: 3_600, concurrency: 1 },
  async ({ id }) => {
    process.stdout.write(`began ${id}\n`);
    await sleep(HOUR_MS);
  },
);
await jobs.start({ work: true });
process.stdout.write('ready\n');
