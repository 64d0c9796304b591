// What becomes of conversations when an account is removed.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { deleteRulesOf } from './automations/rules-store.ts';
import { deleteAutomaticMessagesOf } from './automations/store.ts';
import { endBroadcastsOf } from './broadcasts/store.ts';
import { deleteRepliesOf } from './replies/store.ts';
import { deleteChatsOf, deleteContentsOf } from './erase-store.ts';
import { deleteOptionsOf } from './options/store.ts';

/**
 * Conversations end for both, but buyers keep the messages that they bought (decision 0080); their
 * media stay in `eraseVaultOf`. Contents without a buyer lose their text.
 */
export const eraseChatsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await transaction(db, async (tx) => {
    await deleteAutomaticMessagesOf(tx, profileId);
    await endBroadcastsOf(tx, profileId);
    await deleteRulesOf(tx, profileId);
    await deleteRepliesOf(tx, profileId);
    await deleteChatsOf(tx, profileId);
    await deleteContentsOf(tx, profileId);
    await deleteOptionsOf(tx, profileId);
  });
};
