// The port of rate limits.
import type { Transaction } from '../database/transaction.ts';

export type LimitRule = {
  /** Takes allowed at once; afterwards they are refilled evenly, `limit` per window. */
  limit: number;
  windowSeconds: number;
};

export type LimitResult = {
  allowed: boolean;
  /** Takes left right now. */
  remaining: number;
  /**
   * Whole seconds until the next take is allowed when this one was refused, else until all of them
   * are back.
   */
  resetsInSeconds: number;
};

/**
 * Limits in the database, which can be part of a transaction: its takes are undone when it is
 * rolled back.
 */
export type StrictLimits = Limits & { in(tx: Transaction): Limits };

export type Limits = {
  /**
   * Takes one of `key` if there is one left. A refused take costs nothing, so trying on does not
   * prolong the wait. Give one key always the same rule.
   */
  take(key: string, rule: LimitRule): Promise<LimitResult>;
};
