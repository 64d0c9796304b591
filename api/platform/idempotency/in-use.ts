// How a call waits for a running call with the same idempotency key.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';

/** Another call with this key is running: its reply is not known yet. */
export const IN_USE = Symbol('the key is in use');

/**
 * The first attempts follow quickly, for a double tap; the later ones every tenth of a second.
 */
const FIRST_WAIT_MS = 5;
const WAIT_MAX_MS = 100;
const TRIES_MAX = 55;

/**
 * Makes `attempt` until its key is not in use, and returns what it returns. Between two attempts
 * nothing is held: no transaction, no connection and no lock, so that many repeats of a slow call
 * do not take the database from others. Throws server.unavailable after about five seconds.
 */
export const waitForKey = async <Reply>(
  attempt: () => Promise<Reply | typeof IN_USE>,
): Promise<Reply> => {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const reply = await attempt();
    if (reply !== IN_USE) return reply;
    await sleep(Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** tried));
  }
  throw new AppError('server.unavailable', { retryAfterSeconds: 2 });
};
