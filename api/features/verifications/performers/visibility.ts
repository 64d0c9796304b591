// What the features that show performers do when consent or approval changes; they import this one.
import type { PerformerId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';

/** Hiding and showing posts, which the posts feature implements. */
export type PostVisibility = {
  /**
   * In the caller's transaction: hides those of the performer's posts from everyone but their owner
   * for which consent or approval is missing, and shows the others. Returns how many it hid.
   */
  sync(tx: Transaction, performerId: PerformerId): Promise<number>;
};

declare module '../../../feature.ts' {
  interface Services {
    postVisibility: PostVisibility;
    /** Tells those who have messages with the performer that media in them closed or opened. */
    announcePerformer: (tx: Transaction, performerId: PerformerId) => Promise<void>;
  }
}
