// What the features whose content is reviewed give the reviews feature.
import type { ReviewKind } from '@camarim/contract/features/reviews/reasons';
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';

/** `reason` in the language of the author. */
export type Refusal = { adminId: ProfileId; reason: string; now: Date };

/** What a feature does with its content that is in review; all in the caller's transaction. */
export type ReviewableContent = {
  /** Locks it; false when it is gone or no longer in review. */
  lock(tx: Transaction, id: string): Promise<boolean>;
  /** Publishes it. */
  release(tx: Transaction, id: string): Promise<void>;
  /**
   * What follows a refusal: its author's screens read it again. Absent where they read it when they
   * are opened.
   */
  refuse?(tx: Transaction, id: string, refusal: Refusal): Promise<void>;
};

/** Reviewable content of all features, by kind. */
export type ReviewableContents = Readonly<Record<ReviewKind, ReviewableContent>>;
