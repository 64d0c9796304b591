// When media close or open again, because a performer withdraws or for another cause: those who
// have messages with them see it at once.
import { topicKey } from '@camarim/contract/events';
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ONLINE_MS } from '../../profiles/index.ts';
import { announceContent } from '../broadcasts/take-back.ts';
import {
  contentsWithMedia,
  contentsWithPerformer,
  lockContents,
  onlineReceiversOf,
  type TouchedContent,
} from './withhold-store.ts';

/** Makes the people who have messages with these ids or contents read them again. */
export const announceMessages = async (
  ctx: Ctx,
  tx: Transaction,
  ids: readonly (MessageId | MessageContentId)[],
): Promise<void> => {
  for (const id of ids) await announceContent(ctx, tx, id as MessageContentId);
  const since = new Date(ctx.clock.now().getTime() - ONLINE_MS);
  await ctx.outbox.publish(
    tx,
    ...(await onlineReceiversOf(tx, ids, since)).map((message) => ({
      event: 'chats' as const,
      topics: [topicKey('member', message.receiver_id), topicKey('member', message.sender_id)],
      payload: { id: message.chat_id, messageId: message.id },
    })),
  );
};

/**
 * Whether media are withheld is looked up whenever they are read; this locks out purchases that
 * began before, and tells open conversations. Mass messages are locked before contents, as when
 * they are taken back.
 */
const announceContents = async (
  ctx: Ctx,
  tx: Transaction,
  contents: readonly TouchedContent[],
): Promise<void> => {
  const ids = contents.map(({ id }) => id).toSorted();
  if (ids.length === 0) return;
  await announceMessages(ctx, tx, ids);
  await lockContents(tx, ids);
  await ctx.outbox.changeAccess(tx, { owners: [...new Set(contents.map((one) => one.author_id))] });
};

/** The same for messages with a performer. */
export const announcePerformer = async (
  ctx: Ctx,
  tx: Transaction,
  performerId: PerformerId,
): Promise<void> => announceContents(ctx, tx, await contentsWithPerformer(tx, performerId));

/** The same for messages with one of the media. */
export const announceMedia = async (
  ctx: Ctx,
  tx: Transaction,
  ids: readonly MediaId[],
): Promise<void> => announceContents(ctx, tx, await contentsWithMedia(tx, ids));
