// What custom orders do in conversations: messages that tell of their steps, and deliveries.
import type { MessageContentId, MessageWriter } from '@camarim/contract/features/chats/messages';
import type { MediaId, ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import {
  deletePurchasesOf,
  insertContent,
  insertContentPurchase,
  keepMedia,
  setContentUnsent,
  setPurchaseTransfer,
} from './contents-store.ts';
import type { OrderStep } from './messages-store.ts';
import { deliverMessageIn } from './send-message.ts';
import { ensureChat, findChatOf } from './store.ts';

type PostedStep = {
  order: OrderStep;
  senderId: ProfileId;
  receiverId: ProfileId;
  writer: MessageWriter;
  contentId: MessageContentId | null;
  /** Begins the conversation of the two if it has not begun. */
  begins: boolean;
};

/**
 * Tells of a step in the conversation of the two. Does nothing when the conversation was erased
 * with an account. Locks the row of the conversation: call it last.
 */
export const postOrderStep = async (
  ctx: Ctx,
  tx: Transaction,
  { order, senderId, receiverId, writer, contentId, begins }: PostedStep,
): Promise<void> => {
  const pair = [senderId, receiverId] as const;
  const chatId = begins ? await ensureChat(tx, pair, ctx.clock.now()) : await findChatOf(tx, pair);
  if (chatId === null) return;
  await deliverMessageIn(ctx, tx, {
    chatId,
    senderId,
    receiverId,
    receiverFeeBps: null,
    clientKey: null,
    text: '',
    contentId,
    writer,
    replyToId: null,
    fee: ZERO_CENTAVOS,
    order,
  });
};

type OrderDelivery = {
  authorId: ProfileId;
  text: string;
  mediaIds: readonly MediaId[];
  sale: { buyerId: ProfileId; transferId: TransferId; price: Centavos; share: Centavos };
};

/**
 * Creates what a producer delivers, as bought by the fan: it stays open to them, is never sold to
 * them again, and can be neither changed nor unsent.
 */
export const deliverOrder = async (
  { clock, outbox }: Ctx,
  tx: Transaction,
  { authorId, text, mediaIds, sale: { buyerId, transferId, price, share } }: OrderDelivery,
): Promise<MessageContentId> => {
  const id = newId() as MessageContentId;
  const now = clock.now();
  await keepMedia(tx, mediaIds);
  await insertContent(tx, {
    id,
    authorId,
    text,
    price: null,
    lockText: false,
    medias: mediaIds.map((mediaId) => ({ id: mediaId, free: false })),
    now,
  });
  const purchaseId = newId();
  await insertContentPurchase(tx, { id: purchaseId, contentId: id, buyerId, price, share, now });
  await setPurchaseTransfer(tx, purchaseId, transferId);
  await outbox.changeAccess(tx, { viewers: [buyerId] });
  return id;
};

/** The fan has the money back, and sees the delivery no more. */
export const takeBackDelivery = async (
  { clock, outbox }: Ctx,
  tx: Transaction,
  contentId: MessageContentId,
  fanId: ProfileId,
): Promise<void> => {
  await deletePurchasesOf(tx, contentId);
  await setContentUnsent(tx, contentId, clock.now());
  await outbox.changeAccess(tx, { viewers: [fanId] });
};
