// What the soak project provides to the crash tests, which it runs, too.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    killAtEveryStep?: boolean;
  }
}

/** Whether the application is killed by SIGKILL at every step, and servers more often. */
export const killsAtEveryStep = (): boolean => inject('killAtEveryStep') === true;
