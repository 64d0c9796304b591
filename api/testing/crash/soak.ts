// What `npm run test:soak` does beyond the other suites in the crash tests, which both run.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    soak?: boolean;
  }
}

/** Whether the soak project runs the file: everything is tried, by SIGKILL. */
export const isSoak = (): boolean => inject('soak') === true;

/**
 * Steps at which the other suites let the application die: the last before and the last after
 * something was committed, and each after a call to the bank. The soak project takes all.
 */
export const chooseSteps = <Step extends string>(steps: readonly Step[]): Step[] => {
  const chosen = ['uncommitted ', 'committed '].map((kind) =>
    steps.findLast((step) => step.startsWith(kind)),
  );
  return steps.filter((step) => isSoak() || step.startsWith('after ') || chosen.includes(step));
};
