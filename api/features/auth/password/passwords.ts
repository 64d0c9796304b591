// Password hashing: argon2id off the event loop, a few at a time, with a bounded queue.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { lowerHashingPriority } from './hashing-priority.ts';

/** OWASP's first choice: 19 MiB, 2 passes, 1 lane; argon2id is the library's default algorithm. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The least that argon2id accepts: tests make thousands of accounts. */
const ARGON2_OF_TESTS = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number };

/** What a hash costs in this environment; less than ARGON2 in `test` only. */
export const hashingCost = ({ CAMARIM_ENV }: Pick<Config, 'CAMARIM_ENV'>): Argon2Cost =>
  CAMARIM_ENV === 'test' ? ARGON2_OF_TESTS : ARGON2;

/**
 * Hash of a discarded random password. Unknown accounts are checked against it, so that they take
 * as long as known ones.
 */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$giJ2Jfhu4Xqc0aGwUA4DKw$AzXTZrj9kukR1agWp1u8NiAw9ok7ecRXrJ0PAfT2UIk';

/**
 * libuv has four threads; one stays free for file access and DNS. One more than cores: the next
 * hash waits in a thread, not behind the event loop.
 */
const PARALLEL = Math.min(availableParallelism() + 1, 3);
/** About two seconds of hashing; later requests are refused with Retry-After instead of waiting. */
const QUEUE_MAX = 400;
const RETRY_SECONDS = 5;

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of `stored`. Null (no account, or no password) takes as long and
   * never matches.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** Keyboards may produce different code points for the same characters. */
const normal = (password: string): string => password.normalize('NFKC');

/** Throws server.unavailable when `waitingMax` calls are queued. */
export const createPasswords = ({
  parallel = PARALLEL,
  waitingMax = QUEUE_MAX,
  cost = ARGON2 as Argon2Cost,
} = {}): Passwords => {
  const limit = pLimit(parallel);
  let priorityLowered = false;

  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= parallel + waitingMax)
      throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const result = await limit(work);
    // libuv's threads exist since the first hash.
    if (!priorityLowered) lowerHashingPriority();
    priorityLowered = true;
    return result;
  };

  return {
    hash: (password) => withSlot(() => hash(normal(password), cost)),
    async verify(stored, password) {
      const right = await withSlot(() => verify(stored ?? DECOY_HASH, normal(password)));
      return stored !== null && right;
    },
  };
};
