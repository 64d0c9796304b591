// Runs load against a stage from another process and returns its measurements.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadPlan, LoadResult } from './load.ts';

export type { LoadPlan, LoadResult };

/** A driver process that stays for several rounds, so that each starts warm. */
export const openDriver = () => {
  const child = fork(join(import.meta.dirname, 'load.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    async drive(plan: LoadPlan): Promise<LoadResult> {
      child.send(plan);
      const [result] = (await once(child, 'message')) as [LoadResult];
      if (result.refused > 0)
        throw new Error(
          `${result.refused} of ${result.refused + result.answered} requests to ${[plan.target].flat()[0]} were refused`,
        );
      return result;
    },
    close(): void {
      child.disconnect();
    },
  };
};
