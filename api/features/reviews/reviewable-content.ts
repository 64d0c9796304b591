// What the features whose content is reviewed give the reviews feature.
import type { ReviewKind } from '@camarim/contract/features/reviews/reasons';
import type { Transaction } from '../../platform/database/transaction.ts';

/** What a feature does with its content that is in review; all in the caller's transaction. */
export type ReviewableContent = {
  /** Locks it; false when it is gone or no longer in review. */
  lock(tx: Transaction, id: string): Promise<boolean>;
  /** Publishes it. */
  release(tx: Transaction, id: string): Promise<void>;
  /** Makes its author's screens read it again; absent where they read it when they are opened. */
  announce?(tx: Transaction, id: string): Promise<void>;
};

/** Reviewable content of all features, by kind. */
export type ReviewableContents = Readonly<Record<ReviewKind, ReviewableContent>>;
