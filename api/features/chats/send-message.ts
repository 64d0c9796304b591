// Sending a message: its place in the conversation, its payment and its events are one transaction.
import type { Routes } from '@camarim/contract';
import type { ChatId } from '@camarim/contract/features/chats';
import type {
  MessageContentId,
  MessageId,
  MessageWriter,
} from '@camarim/contract/features/chats/messages';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { CHATS_BEGUN_PER_HOUR } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import type { BodyOf } from '@camarim/contract/route';
import type { ShowType } from '@camarim/contract/shows';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../ledger/index.ts';
import { attachMedias, findInputUploads } from '../media/index.ts';
import { summarise } from '../profiles/index.ts';
import { checkPayment } from '../spending/index.ts';
import { canDeclare, declareMedia } from '../verifications/index.ts';
import { insertContent, keepMedia } from './contents-store.ts';
import {
  findMessage,
  insertMessages,
  type MessageRow,
  type OrderStep,
  setOrderStep,
  setShow,
} from './messages-store.ts';
import type { SendPlainMessage } from './together/plain-messages.ts';
import type { PairForWriting } from './policy.ts';
import { publishMessages } from './together/publish-messages.ts';
import { hasBlockedWord } from './rules.ts';
import { optionsOf } from './options/store.ts';
import { ensureChat, type PairRow } from './store.ts';

type Draft = BodyOf<Routes['POST /chats/messages']>;

/** What a message says and sells, before it is sent. */
type Content = Pick<Draft, 'message' | 'medias' | 'price' | 'free' | 'lockText'>;

/** Throws message.empty and message.nothingToSell; media and prices are for producers. */
export const checkContent = (
  viewer: Viewer,
  { message, medias, price, free, lockText }: Content,
): void => {
  if (message === '' && medias.length === 0) throw new AppError('message.empty');
  if (!viewer.producer && medias.length > 0) throw fieldError('medias', 'validate.invalid');
  if (!viewer.producer && price !== undefined) throw fieldError('price', 'validate.invalid');
  if (free.some((place) => place >= medias.length)) throw fieldError('free', 'validate.invalid');
  if (price === undefined && lockText) throw fieldError('price', 'validate.required');
  const sold = new Set(free).size < medias.length || (lockText && message !== '');
  if (price !== undefined && !sold) throw new AppError('message.nothingToSell');
};

/**
 * Sends the message at the fee that the sender saw, once for each key. Throws what `checkContent`,
 * attaching media and declaring their performers throw, chat.priceChanged, message.notFound for an
 * answered message of another conversation, and wallet.insufficient with what the wallet dialog
 * needs.
 */
export const sendMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  pair: Allowed<PairForWriting>,
  draft: Draft,
  { key, sendPlain }: { key: string | null; sendPlain: SendPlainMessage },
): Promise<MessageRow> => {
  checkContent(viewer, draft);
  const { row, writing } = pair;
  // The purchase to finish after a top-up has the text only: the rest would be paid for and lost.
  if (writing.price > 0 && draft.medias.length > 0) throw fieldError('medias', 'validate.invalid');
  if (writing.price > 0 && draft.price !== undefined) throw fieldError('price', 'validate.invalid');
  const isBlocked = hasBlockedWord(draft.message, optionsOf(row).blockedWords);
  if (key !== null && row.chat_id !== null && isPlain(draft) && writing.price === 0 && !isBlocked)
    return sendPlain({
      chatId: row.chat_id,
      senderId: row.profile_id,
      receiverId: row.other_id,
      key,
      text: draft.message,
      request: draft,
    });
  const uploads = await findInputUploads(ctx, viewer.profileId, draft.medias);
  const now = ctx.clock.now();
  const send = () =>
    once(
      ctx.db,
      { profileId: viewer.profileId, key, route: 'POST /chats/messages', request: draft, now },
      async (tx) => {
        // Not before: a retry of a message that was sent gets it, whatever was blocked since.
        if (isBlocked) throw new AppError('message.blockedWord');
        if (writing.price !== draft.fee) throw new AppError('chat.priceChanged');
        const appearing = await canDeclare(tx, viewer.profileId, draft.performerIds, 'message');
        const chatId = row.chat_id ?? (await beginChat(ctx, tx, row, now));
        const medias = await attachMedias(ctx, tx, draft.medias, {
          ownerId: viewer.profileId,
          uploads,
          now,
        });
        const mediaIds = medias.map((media) => media.id);
        await declareMedia(tx, appearing, mediaIds, { scope: 'message', now });
        const contentId = await writeContent(tx, viewer.profileId, draft, mediaIds, now);
        return deliverMessageIn(ctx, tx, {
          chatId,
          senderId: row.profile_id,
          receiverId: row.other_id,
          receiverFeeBps: row.other_fee_bps,
          clientKey: key,
          text: contentId === null ? draft.message : '',
          contentId,
          writer: 'person',
          replyToId: draft.replyTo ?? null,
          fee: writing.price,
        });
      },
    );
  const id = await withTopUpIntent(send, async () => {
    const receiver = (await summarise(ctx, [row.other_id])).get(row.other_id);
    return {
      kind: 'message',
      profileId: row.other_id,
      message: draft.message,
      ...(draft.replyTo && { replyTo: draft.replyTo }),
      value: draft.fee,
      label: receiver?.exibitionName ?? '',
    };
  });
  const sent = await findMessage(ctx.db, id);
  if (!sent) throw new AppError('message.notFound');
  return sent;
};

const isPlain = ({ medias, price, replyTo, fee }: Draft): boolean =>
  medias.length === 0 && price === undefined && replyTo === undefined && fee === 0;

/** Throws chat.tooManyBegun. */
export const beginChat = async (
  { strictLimits }: Ctx,
  tx: Transaction,
  { profile_id: senderId, other_id: receiverId }: PairRow,
  now: Date,
): Promise<ChatId> => {
  const { allowed } = await strictLimits.in(tx).take(`chats.begun:${senderId}`, {
    limit: CHATS_BEGUN_PER_HOUR,
    windowSeconds: 3_600,
  });
  if (!allowed) throw new AppError('chat.tooManyBegun');
  return ensureChat(tx, [senderId, receiverId], now);
};

/** Null for plain text, which needs none. */
export const writeContent = async (
  tx: Transaction,
  authorId: ProfileId,
  { message, price, free, lockText }: Omit<Content, 'medias'>,
  mediaIds: readonly MediaId[],
  now: Date,
): Promise<MessageContentId | null> => {
  if (mediaIds.length === 0 && price === undefined) return null;
  const id = newId() as MessageContentId;
  await keepMedia(tx, mediaIds);
  await insertContent(tx, {
    id,
    authorId,
    text: message,
    price: price ?? null,
    lockText,
    medias: mediaIds.map((id, place) => ({ id, free: free.includes(place) })),
    now,
  });
  return id;
};

/** A message on its way to one receiver. */
export type Delivery = {
  chatId: ChatId;
  senderId: ProfileId;
  receiverId: ProfileId;
  /** The receiver's own rate of the fee that the platform keeps of what the sender pays. */
  receiverFeeBps: number | null;
  clientKey: string | null;
  text: string;
  contentId: MessageContentId | null;
  writer: MessageWriter;
  replyToId: MessageId | null;
  /** What the sender pays the receiver for writing; 0: nothing. */
  fee: Centavos;
  /** It tells of a step of an order. */
  order?: OrderStep;
  /** It asks to come to the sender's show. */
  show?: ShowType;
};

/**
 * Puts a message into a conversation within the caller's transaction: pays its fee, gives it its
 * place, and publishes it. The row of the conversation is locked last, so that nothing waits for a
 * payment that waits.
 */
export const deliverMessageIn = async (
  ctx: Ctx,
  tx: Transaction,
  delivery: Delivery,
): Promise<MessageId> => {
  const { chatId, senderId, receiverId, replyToId } = delivery;
  const now = ctx.clock.now();
  const id = newId() as MessageId;
  if (replyToId !== null) {
    const answered = await findMessage(tx, replyToId);
    if (answered?.chat_id !== chatId) throw new AppError('message.notFound');
  }
  if (delivery.fee > 0) await payFee(ctx, tx, id, delivery);
  const [placed] = await insertMessages(tx, [{ ...delivery, id }], now);
  if (!placed) throw new Error(`conversation ${chatId} was deleted while a message was sent`);
  if (delivery.order) await setOrderStep(tx, id, delivery.order);
  if (delivery.show) await setShow(tx, id, delivery.show);
  await publishMessages(ctx, tx, [
    { id, chatId, senderId, receiverId, show: delivery.show, ...placed },
  ]);
  return id;
};

const payFee = async (
  ctx: Ctx,
  tx: Transaction,
  id: MessageId,
  { senderId, receiverId, receiverFeeBps, fee }: Delivery,
): Promise<void> => {
  await checkPayment(ctx, tx, { payerId: senderId, producerId: receiverId, price: fee });
  await ctx.ledger.postIn(tx, {
    kind: 'message',
    key: id,
    buyerId: senderId,
    sellerId: receiverId,
    messageId: id,
    price: fee,
    feeBps: receiverFeeBps,
    ...(await sourceOf(tx, senderId, cardMoneySince(ctx))),
  });
};
