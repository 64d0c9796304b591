// Declaring who is in a post, for the posts feature.
import { randomUUIDv7 } from 'node:crypto';
import type { PostId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Appearing } from './policy.ts';
import { declare } from './store.ts';

/**
 * Writes the declaration of the post's owner: these people, or with none of them the owner alone.
 */
export const declareWhoAppears = (
  tx: Transaction,
  { producerId, performerIds }: Allowed<Appearing>,
  postId: PostId,
  now: Date,
): Promise<void> =>
  declare(tx, { id: randomUUIDv7(), postId, declaredBy: producerId, performerIds, now });
