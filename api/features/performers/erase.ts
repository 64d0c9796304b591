// Records of performers that nothing needs any more lose their data, because their producer removed
// the account.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { forget } from './answer.ts';
import { needlessPerformersOf } from './store.ts';

/**
 * Legal data and documents go, but of those whom a post shows that somebody bought: there the
 * record of consent stays as long as the post. Runs after posts were removed.
 */
export const erasePerformersOf = async (
  platform: Platform,
  producerId: ProfileId,
): Promise<void> => {
  for (const id of await needlessPerformersOf(platform.db, producerId))
    await transaction(platform.db, (tx) => forget(platform, tx, id));
};
