// Whether this process can take work: the database answers, the disk has room, and it is not about
// to stop.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { freeBytesOf } from '../disk/free-bytes.ts';

/** The probing system would take a slower answer for a dead process. */
const ANSWER_WITHIN_MS = 1_000;
/** PostgreSQL's next segment of its log takes 16 MiB, uploads and transcodes what they take. */
const FREE_MIN_BYTES = 64 * 1024 ** 2;

export type Readiness = {
  /**
   * The reason why the process is not ready, or null. Resolves within about a second, whatever
   * hangs.
   */
  obstacle(): Promise<'stopping' | 'database unavailable' | 'disk full' | null>;
  /**
   * From now on not ready, so that a load balancer sends nothing new before the listener closes.
   */
  drain(): void;
  isDraining(): boolean;
};

export type ReadinessParts = {
  /**
   * With a connection of its own: behind the calls that wait for the pool of a busy process, a
   * probe would say that the database is away.
   */
  db: Database;
  /** The folder of all state. */
  home: string;
  /** Bytes that we may still write below `home`; tests pass their own. */
  freeBytes?: (home: string) => Promise<number>;
};

export const createReadiness = ({
  db,
  home,
  freeBytes = freeBytesOf,
}: ReadinessParts): Readiness => {
  let draining = false;
  // One query at a time: while the database hangs, each probe would hold another connection.
  let asking: Promise<boolean> | undefined;
  const databaseAnswers = (): Promise<boolean> =>
    (asking ??= sql`SELECT 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      }));
  // A disk that hangs or can't be asked is not known to be full.
  const diskHasRoom = (): Promise<boolean> =>
    freeBytes(home).then(
      (free) => free >= FREE_MIN_BYTES,
      () => true,
    );

  return {
    async obstacle() {
      if (draining) return 'stopping';
      const late = Promise.withResolvers<false>();
      const timer = setTimeout(() => late.resolve(false), ANSWER_WITHIN_MS);
      try {
        const [answers, room] = await Promise.all([
          Promise.race([databaseAnswers(), late.promise]),
          Promise.race([diskHasRoom(), late.promise.then(() => true)]),
        ]);
        return !answers ? 'database unavailable' : room ? null : 'disk full';
      } finally {
        clearTimeout(timer);
      }
    },
    drain() {
      draining = true;
    },
    isDraining: () => draining,
  };
};
