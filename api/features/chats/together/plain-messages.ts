// Free plain messages of concurrent calls in conversations that have begun, which are nearly all:
// they share a transaction, as transfers do. Each keeps its own key, place and error.
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ProfileId } from '@camarim/contract/ids';
import { ZERO_CENTAVOS } from '@camarim/contract/money';
import { createCoalescer, type Outcome } from '../../../platform/coalescer/coalescer.ts';
import { isUnavailable } from '../../../platform/database/database-errors.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import {
  afterCommit,
  type Transaction,
  transaction,
} from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  earlierReply,
  firstOfKeys,
  hashOf,
  type KeyedCall,
} from '../../../platform/idempotency/idempotency.ts';
import { IN_USE, waitForKey } from '../../../platform/idempotency/in-use.ts';
import type { Ctx } from '../../../context.ts';
import { outboxRow } from '../../../platform/outbox/store.ts';
import { findMessage, type MessageRow } from '../messages-store.ts';
import { insertKeyedMessages } from './plain-store.ts';
import { eventOf, publishUnreadNotices, type SentMessage } from './publish-messages.ts';

export type PlainMessage = {
  chatId: ChatId;
  senderId: ProfileId;
  receiverId: ProfileId;
  key: string;
  text: string;
  /** What the key belongs to. */
  request: unknown;
};

/** Sends the message once for each key. Throws chat.notFound, and what `once` throws. */
export type SendPlainMessage = (message: PlainMessage) => Promise<MessageRow>;

/**
 * A second batch starts beside a slow one, for example when a mass message has locked a
 * conversation.
 */
const BATCHING = { maxBatch: 64, maxInFlight: 4, patienceMs: 25, maxQueued: 5_000 };
const ROUTE = 'POST /chats/messages';

type Result = Outcome<MessageRow | typeof IN_USE>;

/** The row as `findMessage` would read it after the commit. */
const rowOf = (
  { chatId, senderId, receiverId, key, text }: PlainMessage,
  { id, seq, now }: { id: MessageId; seq: number; now: Date },
): MessageRow => ({
  id,
  chat_id: chatId,
  seq,
  sender_id: senderId,
  receiver_id: receiverId,
  client_key: key,
  writer: 'person',
  writer_name: null,
  text,
  content_id: null,
  price_centavos: null,
  version: 1,
  text_locked: false,
  media_ids: [],
  free_ids: [],
  withheld_ids: [],
  bought: false,
  owned_media: [],
  fee_centavos: ZERO_CENTAVOS,
  order_id: null,
  order_step: null,
  show_type: null,
  reply_to_id: null,
  reply_sender_id: null,
  reply_text: null,
  reactions: [],
  created_at: now,
  edited_at: null,
  unsent_at: null,
  pinned_at: null,
  broadcast_id: null,
});

/** A message that a repeated call sent before, as it is now. */
const sentBefore = async (tx: Transaction, call: KeyedCall): Promise<Result> => {
  const outcome = await earlierReply<MessageId>(tx, call);
  if ('error' in outcome) return outcome;
  const { value } = outcome;
  if (value === IN_USE) return { value };
  const row = await findMessage(tx, value);
  return row ? { value: row } : { error: new AppError('message.notFound') };
};

type Call = KeyedCall & { id: MessageId; item: PlainMessage };

const callOf = (item: PlainMessage): Call => ({
  profileId: item.senderId,
  key: item.key,
  route: ROUTE,
  hash: hashOf(item.request),
  id: newId() as MessageId,
  item,
});

/** Per call: the row of its message when its key was new, else null. */
const writeNew = async (
  ctx: Ctx,
  tx: Transaction,
  calls: readonly Call[],
  now: Date,
): Promise<(MessageRow | null)[]> => {
  const written = await insertKeyedMessages(
    tx,
    calls.map(({ id, hash, item: { key, chatId, senderId, receiverId, text } }) => ({
      id,
      hash,
      chatId,
      senderId,
      receiverId,
      text,
      clientKey: key,
      contentId: null,
      writer: 'person' as const,
      replyToId: null,
      fee: ZERO_CENTAVOS,
      event: outboxRow(eventOf({ id, chatId, senderId, receiverId, seq: 0 })),
    })),
    ROUTE,
    now,
  );
  const sent: SentMessage[] = [];
  const rows = calls.map(({ id, item }, index) => {
    const result = written[index];
    if (!result) return null;
    // Rolls back, so that the key does not remember a message that was not inserted.
    if (!result.placed) throw new AppError('chat.notFound');
    sent.push({ ...item, id, ...result.placed });
    return rowOf(item, { id, seq: result.placed.seq, now });
  });
  await publishUnreadNotices(ctx, tx, sent);
  afterCommit(tx, () => ctx.outbox.nudge());
  return rows;
};

const sendBatch = (ctx: Ctx, items: readonly PlainMessage[]): Promise<Result[]> =>
  transaction(ctx.db, async (tx) => {
    const calls = items.map(callOf);
    const isFirst = firstOfKeys(calls);
    const first = calls.filter((_, index) => isFirst[index]);
    const rows = await writeNew(ctx, tx, first, ctx.clock.now());
    const written = new Map(first.map((call, index) => [call, rows[index]]));
    const results: Result[] = [];
    for (const call of calls) {
      const row = written.get(call);
      results.push(row ? { value: row } : await sentBefore(tx, call));
    }
    return results;
  });

/**
 * What one item makes the database refuse fails the transaction of all: each is then sent by
 * itself. What the database can't do now fails all.
 */
const sendAll = async (ctx: Ctx, items: PlainMessage[]): Promise<Result[]> => {
  try {
    return await sendBatch(ctx, items);
  } catch (error) {
    if (items.length === 1 || isUnavailable(error)) throw error;
    const results: Result[] = [];
    for (const item of items)
      results.push(
        await sendBatch(ctx, [item]).then(
          ([result]) => result ?? { error },
          (own: unknown) => ({ error: own }),
        ),
      );
    return results;
  }
};

export const createPlainMessages = (ctx: Ctx): SendPlainMessage => {
  const send = createCoalescer<PlainMessage, MessageRow | typeof IN_USE>({
    ...BATCHING,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: (items) => sendAll(ctx, items),
  });
  return (message) => waitForKey(() => send(message));
};
