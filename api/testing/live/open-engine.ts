// An engine of live video that a test has opened.
import type { FakeClock } from '../../platform/clock/fake.ts';
import type { LiveEngine } from '../../platform/live/port.ts';

export type OpenEngine = {
  live: LiveEngine;
  clock: FakeClock;
  /** Ends its process with SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
};
