// When a performer withdraws their consent, or is approved again: those who have messages with them see
// it at once.
import { topicKey } from '@camarim/contract/events';
import type { PerformerId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ONLINE_MS } from '../../profiles/index.ts';
import { announce } from '../broadcasts/take-back.ts';
import { contentsWith, lockContents, onlineReceiversOf } from './withhold-store.ts';

/**
 * Whether media are withheld is looked up whenever they are read; this locks out purchases that began
 * before, and tells open conversations. Mass messages are locked before contents, as when they are
 * taken back.
 */
export const announcePerformer = async (
  ctx: Ctx,
  tx: Transaction,
  performerId: PerformerId,
): Promise<void> => {
  const contents = await contentsWith(tx, performerId);
  const ids = contents.map(({ id }) => id).toSorted();
  if (ids.length === 0) return;
  for (const id of ids) await announce(ctx, tx, id);
  await lockContents(tx, ids);
  const since = new Date(ctx.clock.now().getTime() - ONLINE_MS);
  await ctx.outbox.publish(
    tx,
    ...(await onlineReceiversOf(tx, ids, since)).map((message) => ({
      event: 'chats' as const,
      topics: [topicKey('member', message.receiver_id), topicKey('member', message.sender_id)],
      payload: { id: message.chat_id, messageId: message.id },
    })),
  );
  await ctx.outbox.changeAccess(tx, { owners: [...new Set(contents.map((one) => one.author_id))] });
};
