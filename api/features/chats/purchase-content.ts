// Buying the media of a message: the access and its payment are one transaction.
import { topicKey } from '@camarim/contract/events';
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { TransferId } from '@camarim/contract/ids';
import { type Centavos, splitFee } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../ledger/index.ts';
import { lockForSale } from '../media/index.ts';
import { notificationEffects } from '../notifications/index.ts';
import { summarise } from '../profiles/index.ts';
import { checkPayment } from '../spending/index.ts';
import { lockConsents } from '../verifications/index.ts';
import {
  contentPurchaseOf,
  insertContentPurchase,
  lockContent,
  lockPurchases,
  ownedAmong,
  setPurchaseTransfer,
} from './contents-store.ts';
import { findMessage, type MessageRow } from './messages-store.ts';
import type { VisibleMessage } from './policy.ts';
import { saleOf } from './present.ts';

export type ContentPurchase = { transferId: TransferId | null; balance: Centavos };

/** The balance is known only when this call paid. */
type PurchaseResult = { transferId: TransferId | null; balance: Centavos | null };

/** What the buyer saw. */
type SeenContent = { price: Centavos; version: number };

/**
 * Buys the media of a message that the viewer received, as they saw them and at the price that they
 * saw. A buyer who has them gets their purchase again and pays nothing. Throws message.notForSale,
 * message.notReady, message.changed, chat.priceChanged, and wallet.insufficient with what the
 * wallet dialog needs.
 */
export const purchaseContent = async (
  ctx: Ctx,
  { message, pair }: Allowed<VisibleMessage>,
  { key, ...seen }: SeenContent & { key: string | null },
): Promise<ContentPurchase> => {
  const { content_id: contentId } = message;
  if (
    contentId === null ||
    message.price_centavos === null ||
    message.sender_id === pair.profile_id
  )
    throw new AppError('message.notForSale');
  const buyerId = pair.profile_id;
  const route = 'POST /chats/messages/{id}/purchase';
  const request = { messageId: message.id, ...seen };
  const pay = () =>
    once(ctx.db, { profileId: buyerId, key, route, request, now: ctx.clock.now() }, (tx) =>
      buyOnce(
        ctx,
        tx,
        { ...message, content_id: contentId },
        { ...seen, feeBps: pair.other_fee_bps },
      ),
    );
  const bought = await withTopUpIntent(pay, async () => {
    const seller = (await summarise(ctx, [message.sender_id])).get(message.sender_id);
    return {
      kind: 'paidMessage',
      messageId: message.id,
      version: seen.version,
      value: seen.price,
      label: seller?.exibitionName ?? '',
    };
  });
  return {
    transferId: bought.transferId,
    balance: bought.balance ?? (await ctx.ledger.balanceOf(buyerId)).balance,
  };
};

const buyOnce = async (
  ctx: Ctx,
  tx: Transaction,
  message: MessageRow & { content_id: MessageContentId },
  { price, version, feeBps }: SeenContent & { feeBps: number | null },
): Promise<PurchaseResult> => {
  const { content_id: contentId, receiver_id: buyerId, sender_id: sellerId } = message;
  // What the buyer owns decides the price, so that their purchases of one seller wait for each
  // other.
  await lockPurchases(tx, buyerId, sellerId);
  const earlier = await contentPurchaseOf(tx, contentId, buyerId);
  if (earlier) return { ...earlier, balance: null };
  // Its author can neither change nor unsend it from here on, so it is read again: also its media
  // may have changed, and of a mass message one receiver's may be taken back alone.
  await lockContent(tx, contentId, 'share');
  const current = await findMessage(tx, message.id);
  if (!current || current.unsent_at !== null) throw new AppError('message.notForSale');
  if (current.withheld_ids.length > 0) throw new AppError('message.notForSale');
  if (current.version !== version) throw new AppError('message.changed');
  if ((await lockConsents(tx, current.media_ids)).length > 0)
    throw new AppError('message.notForSale');
  const [owned = new Set()] = await ownedAmong(tx, [
    { profileId: buyerId, mediaIds: current.media_ids, except: contentId },
  ]);
  const sale = saleOf(current, owned, buyerId);
  if (!sale) throw new AppError('message.notForSale');
  if (sale.price !== price && !current.bought) throw new AppError('chat.priceChanged');
  // What they own otherwise stays with the payment for that, which may be reversed.
  if (sale.price === 0) return { transferId: null, balance: null };
  const { lost, waiting } = await lockForSale(tx, sale.toPay);
  if (lost > 0) throw new AppError('message.notForSale');
  if (waiting > 0) throw new AppError('message.notReady');
  const id = newId();
  const inserted = await insertContentPurchase(tx, {
    id,
    contentId,
    buyerId,
    price,
    share: splitFee(price, ctx.ledger.rateOf(feeBps)).share,
    ownedMedia: current.media_ids.filter((id) => owned.has(id) && !current.free_ids.includes(id)),
    now: ctx.clock.now(),
  });
  if (!inserted) {
    const concurrent = await contentPurchaseOf(tx, contentId, buyerId);
    if (!concurrent) throw new Error(`the purchase of content ${contentId} conflicted and is gone`);
    return { ...concurrent, balance: null };
  }
  const paid = await payFor(ctx, tx, { id, message, sellerId, price, feeBps });
  await ctx.outbox.changeAccess(tx, { viewers: [buyerId] });
  await ctx.outbox.publish(tx, {
    event: 'chats',
    topics: [topicKey('member', buyerId), topicKey('member', sellerId)],
    payload: { id: message.chat_id, messageId: message.id },
  });
  return paid;
};

const payFor = async (
  ctx: Ctx,
  tx: Transaction,
  {
    id,
    message,
    sellerId,
    price,
    feeBps,
  }: {
    id: string;
    message: MessageRow & { content_id: MessageContentId };
    sellerId: MessageRow['sender_id'];
    price: Centavos;
    feeBps: number | null;
  },
): Promise<PurchaseResult> => {
  const buyerId = message.receiver_id;
  await checkPayment(ctx, tx, { payerId: buyerId, producerId: sellerId, price });
  const { transferId, balance } = await ctx.ledger.postIn(
    tx,
    {
      kind: 'paidMessage',
      key: id,
      buyerId,
      sellerId,
      contentId: message.content_id,
      price,
      feeBps,
      ...(await sourceOf(tx, buyerId, cardMoneySince(ctx))),
    },
    notificationEffects(ctx, {
      profileId: sellerId,
      type: SALES.paidMessage.notification,
      fromProfileId: buyerId,
      amount: price,
    }),
  );
  await setPurchaseTransfer(tx, id, transferId);
  return { transferId, balance };
};
