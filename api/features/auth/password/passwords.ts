// Password hashing: argon2id off the event loop, a few at a time, with a bounded queue.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../platform/errors/app-error.ts';
import { makeHashingGiveWay } from './give-way.ts';

/** OWASP's first choice: 19 MiB, 2 passes, 1 lane; argon2id is the library's default algorithm. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hash of a random password that nobody kept: what an unknown account is checked against, so that
 * it takes as long as a known one.
 */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$giJ2Jfhu4Xqc0aGwUA4DKw$AzXTZrj9kukR1agWp1u8NiAw9ok7ecRXrJ0PAfT2UIk';

/**
 * libuv has four threads; one stays free for files and names. One more than cores: the next hash
 * waits in a thread, not behind the event loop.
 */
const PARALLEL = Math.min(availableParallelism() + 1, 3);
/** About two seconds of hashing; whoever comes later is told to try again instead of waiting. */
const WAITING_MAX = 400;
const RETRY_SECONDS = 5;

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of `stored`. Null, for want of an account or a password, takes as
   * long and is never right.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** The same characters typed on another keyboard may be other code points. */
const normal = (password: string): string => password.normalize('NFKC');

/** Throws server.unavailable when `waitingMax` others wait already. */
export const createPasswords = ({
  parallel = PARALLEL,
  waitingMax = WAITING_MAX,
} = {}): Passwords => {
  let running = 0;
  let givesWay = false;
  const waiting: (() => void)[] = [];

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < parallel) running += 1;
    else if (waiting.length >= waitingMax)
      throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const result = await work();
      // Its threads are there now.
      if (!givesWay) makeHashingGiveWay();
      givesWay = true;
      return result;
    } finally {
      // The place goes straight to who waits longest.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => inTurn(() => hash(normal(password), ARGON2)),
    async verify(stored, password) {
      const right = await inTurn(() => verify(stored ?? DECOY_HASH, normal(password)));
      return stored !== null && right;
    },
  };
};
