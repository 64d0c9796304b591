// Sending messages by rule: what happens is written down first, then each message is sent in one
// transaction with its entry of the log.
import type { AutomationId, AutomationTrigger } from '@camarim/contract/features/chats/automations';
import type { ListId } from '@camarim/contract/features/lists';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { withheldAmong } from '../../verifications/index.ts';
import { findWelcome, lockWelcome } from '../../welcome/index.ts';
import { deliverMessageIn, writeContent } from '../send-message.ts';
import { ensureChat, findPair, type PairRow } from '../store.ts';
import { fillPlaceholders } from './placeholders.ts';
import { listSelection } from './list-selection.ts';
import { findRule } from './rules-store.ts';
import {
  type DueMessage,
  type FanEvent,
  insertReported,
  insertWelcome,
  listDueMessages,
  lockDueMessage,
  recordOutcome,
  SEND_JOB,
  type SkipReason,
} from './store.ts';

const BATCH = 100;

/** The two as each of them is seen by the other one. */
type Both = { producer: PairRow; fan: PairRow };

/**
 * Both are seen from nowhere: a producer finds their fans wherever the producer is, and the log,
 * which the producer reads, must not differ by where the fan lives.
 */
const findBoth = async (
  ctx: Ctx,
  tx: Transaction,
  { producerId, profileId }: FanEvent,
): Promise<Both | null> => {
  const now = ctx.clock.now();
  const find = (of: ProfileId, other: ProfileId) =>
    findPair(tx, { profileId: of, place: NOWHERE }, now, 'profile', other);
  const fan = await find(profileId, producerId);
  const producer = await find(producerId, profileId);
  return fan && producer && { fan, producer };
};

/** Whether the person is still what made the message due. */
const STAYED: Record<AutomationTrigger, (both: Both) => boolean> = {
  follow: ({ fan }) => fan.follows || fan.subscribes,
  firstSubscription: ({ fan }) => fan.subscribes,
  renewal: ({ fan }) => fan.subscribes,
  expiry: ({ fan }) => !fan.subscribes,
  firstPurchase: ({ producer }) => producer.other_is_fan,
  birthday: ({ fan }) => fan.subscribes,
  silence: ({ producer }) => producer.other_is_fan || producer.other_has_written,
};

const refusalOf = (both: Both | null, trigger: AutomationTrigger): SkipReason | null => {
  if (!both || both.producer.hidden || both.fan.hidden) return 'blocked';
  if (both.fan.muted) return 'muted';
  return STAYED[trigger](both) ? null : 'left';
};

type Lists = Pick<Services, 'selections'>;

/** A list that is deleted, or by places since, has no people. */
const isInList = async (
  { selections }: Lists,
  tx: Transaction,
  { producerId, profileId }: DueMessage,
  listId: ListId,
): Promise<boolean> => {
  const selection = listSelection(listId);
  try {
    await selections.check(tx, producerId, selection);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  if (await selections.namesPlace(tx, producerId, selection)) return false;
  return (await selections.among(tx, producerId, selection, [profileId])).length > 0;
};

/** What is sent; `free` are places of its media. */
type Content = {
  message: string;
  mediaIds: readonly MediaId[];
  price?: Centavos;
  free: number[];
  /** Only its people get it. */
  listId: ListId | null;
};

/** Null: there is nothing to send any more. */
type LoadedContent = Content | 'inReview' | null;

const welcomeOf = async (tx: Transaction, { producerId }: DueMessage): Promise<LoadedContent> => {
  let found = await findWelcome(tx, producerId);
  if (found && found.media_ids.length > 0) {
    // A concurrent change would erase the media that are about to be sent.
    await lockWelcome(tx, producerId);
    found = await findWelcome(tx, producerId);
  }
  if (found?.held_at) return 'inReview';
  return found && { message: found.message, mediaIds: found.media_ids, free: [], listId: null };
};

const ruleContentOf = async (tx: Transaction, id: AutomationId): Promise<LoadedContent> => {
  const rule = await findRule(tx, id);
  if (!rule?.enabled) return null;
  if (rule.held_at) return 'inReview';
  const { text, media_ids: mediaIds, free_ids: freeIds, price_centavos: price, list_id } = rule;
  // Media may have been taken down since: nothing is left to be sold, or to be said.
  const priced = price !== null && freeIds.length < mediaIds.length;
  if (text === '' && mediaIds.length === 0) return null;
  return {
    message: text,
    mediaIds,
    free: freeIds.map((freeId) => mediaIds.indexOf(freeId)),
    listId: list_id,
    ...(priced && { price }),
  };
};

/**
 * Null: the rule is off, the producer has no welcome message any more, or a performer in its media
 * no longer consents.
 */
const contentOf = async (tx: Transaction, due: DueMessage): Promise<LoadedContent> => {
  const content = await (due.automationId === null
    ? welcomeOf(tx, due)
    : ruleContentOf(tx, due.automationId));
  if (content === 'inReview') return content;
  return content && (await withheldAmong(tx, content.mediaIds, 'messages')).length === 0
    ? content
    : null;
};

/**
 * Sends one message that is due, or writes down why not. False when another process has it, or a
 * review holds it, so that it waits.
 */
const sendOneDue = (ctx: Ctx, lists: Lists, id: string): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const due = await lockDueMessage(tx, id, now);
    if (!due) return false;
    const content = await contentOf(tx, due);
    if (content === 'inReview') return false;
    const both = await findBoth(ctx, tx, due);
    const skipped = content
      ? (refusalOf(both, due.trigger) ??
        (content.listId === null || (await isInList(lists, tx, due, content.listId))
          ? null
          : 'notInList'))
      : 'stopped';
    if (skipped !== null || !content || !both) {
      await recordOutcome(tx, id, { skipped: skipped ?? 'stopped' }, now);
      return true;
    }
    const messageId = await sendContent(ctx, tx, due, both, content);
    await recordOutcome(tx, id, { messageId }, now);
    return true;
  });

/** A content for each receiver: taking back one message takes back no other. */
const sendContent = async (
  ctx: Ctx,
  tx: Transaction,
  { producerId, profileId }: DueMessage,
  { producer, fan }: Both,
  { message, mediaIds, free, price }: Content,
) => {
  const now = ctx.clock.now();
  const text = await fillPlaceholders(ctx, message, profileId);
  const chatId = producer.chat_id ?? (await ensureChat(tx, [producerId, profileId], now));
  const contentId = await writeContent(
    tx,
    producerId,
    { message: text, price, free, lockText: false },
    mediaIds,
    now,
  );
  return deliverMessageIn(ctx, tx, {
    chatId,
    senderId: producerId,
    receiverId: profileId,
    receiverFeeBps: fan.other_fee_bps,
    clientKey: null,
    text: contentId === null ? text : '',
    contentId,
    writer: 'automation',
    replyToId: null,
    fee: ZERO_CENTAVOS,
  });
};

/**
 * Writes down what is due because of the event, once for each pair and rule, and sends what is due
 * at once.
 */
export const sendDueAfter = async (ctx: Ctx, lists: Lists, event: FanEvent): Promise<void> => {
  const now = ctx.clock.now();
  const hasWelcome = (await findWelcome(ctx.db, event.producerId)) !== null;
  const welcome = hasWelcome ? await insertWelcome(ctx.db, event, now) : null;
  const others = await insertReported(ctx.db, event, now);
  for (const id of welcome === null ? others : [welcome, ...others])
    await sendOneDue(ctx, lists, id);
};

/** Sends all that is due; one that fails is tried again later and delays no other. */
export const sendDue = (ctx: Ctx, lists: Lists, signal?: AbortSignal): Promise<void> =>
  drainDue(
    ctx,
    {
      job: SEND_JOB,
      batch: BATCH,
      take: (now) => listDueMessages(ctx.db, now, BATCH),
      idOf: (id) => id,
      signal,
    },
    (id) => sendOneDue(ctx, lists, id),
  );
