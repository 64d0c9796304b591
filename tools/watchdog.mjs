// Ends a test runner that hangs and says in what: `npm test` must end whatever a test leaves open.
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{
 *   report: string,
 *   unfinished: string,
 *   endsWithinMs: number,
 *   silentMs: number,
 *   say: (line: string) => void,
 * }} Watch `report` is the file that the runner writes when all tests have ended, and `unfinished`
 * one with the test files that have begun and not ended. The runner is ended when it is still there
 * `endsWithinMs` after its report, or when it has printed nothing for `silentMs`.
 */

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * The process leads a group of its own: its workers and browsers end with it. @param {number} pid
 */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/**
 * Watches `child`, which was spawned with `detached`, until it ends.
 * @param {import('node:child_process').ChildProcess} child
 * @param {Watch} watch
 */
export function endWhenStuck(child, { report, unfinished, endsWithinMs, silentMs, say }) {
  let [doneAt, printedAt] = [0, Date.now()];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', () => (printedAt = Date.now()));
  /** @param {string} why */
  const kill = (why) => {
    say(`${why} It is killed.`);
    killGroup(child.pid ?? 0);
  };
  const timer = setInterval(
    () => {
      if (doneAt === 0 && existsSync(report)) doneAt = Date.now();
      if (doneAt > 0 && Date.now() - doneAt > endsWithinMs)
        kill('all tests have ended and the process has not; a test leaves something open.');
      else if (Date.now() - printedAt > silentMs)
        kill(`it hangs in ${readIfThere(unfinished) || 'a file that is not known'}.`);
    },
    Math.min(1_000, endsWithinMs, silentMs),
  );
  child.once('exit', () => clearInterval(timer));
}
