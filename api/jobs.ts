// The closed map of background jobs, name -> payload. Each feature describes its own in its jobs.ts; this joins them.
import type { LedgerJobs } from './features/ledger/index.ts';

/** Payloads carry ids and small facts, never personal data: they stay readable in the database for a while. */
export type JobPayloads = LedgerJobs;
