// Buying a post: the access and its payment are one transaction.
import type { PostId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { insertPurchase, purchaseOf, setTransfer } from '../access/index.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../ledger/index.ts';
import { notificationEffects } from '../notifications/index.ts';
import { checkPayment } from '../spending/index.ts';
import { summarise } from '../profiles/index.ts';
import type { PostForPurchase } from './policy.ts';
import { priceOf } from './store.ts';

export type Purchase = { transferId: TransferId; postId: PostId; balance: Centavos };

/** The balance is known only when this call paid. */
type PurchaseResult = { transferId: TransferId; balance: Centavos | null };

/**
 * Buys the post at the price that the buyer saw. A buyer who owns it already gets their first
 * purchase again and pays nothing. Throws post.notForSale, validate.invalid when the price changed,
 * and wallet.insufficient with what the wallet dialog needs.
 */
export const purchasePost = async (
  ctx: Ctx,
  sale: Allowed<PostForPurchase>,
  seen: { price: Centavos; key: string | null },
): Promise<Purchase> => {
  const { row, buyerId } = sale;
  const request = { postId: row.id, price: seen.price };
  const pay = () =>
    once(
      ctx.db,
      {
        profileId: buyerId,
        key: seen.key,
        route: 'POST /posts/{id}/purchase',
        request,
        now: ctx.clock.now(),
      },
      (tx) => buyOnce(ctx, tx, sale, seen.price),
    );
  const bought = await withTopUpIntent(pay, async () => {
    const seller = (await summarise(ctx, [row.profile_id])).get(row.profile_id);
    return {
      kind: 'purchase',
      postId: row.id,
      value: seen.price,
      label: seller?.exibitionName ?? '',
    };
  });
  return {
    transferId: bought.transferId,
    postId: row.id,
    balance: bought.balance ?? (await ctx.ledger.balanceOf(buyerId)).balance,
  };
};

const buyOnce = async (
  ctx: Ctx,
  tx: Transaction,
  { row, buyerId, forSale }: PostForPurchase,
  price: Centavos,
): Promise<PurchaseResult> => {
  const owned = await purchaseOf(tx, buyerId, row.id);
  if (owned) return { transferId: owned, balance: null };
  if (!forSale) throw new AppError('post.notForSale');
  const accessId = newId();
  // The unique key serialises concurrent purchases: the second waits here and finds the post
  // bought.
  const first = await insertPurchase(tx, {
    id: accessId,
    profileId: buyerId,
    producerId: row.profile_id,
    postId: row.id,
    now: ctx.clock.now(),
  });
  if (!first) return { transferId: await earlierPurchase(tx, buyerId, row.id), balance: null };
  const priceNow = await priceOf(tx, row.id);
  if (priceNow === null) throw new AppError('post.notForSale');
  if (priceNow !== price) throw fieldError('price', 'validate.invalid');
  await checkPayment(ctx, tx, { payerId: buyerId, producerId: row.profile_id, price });
  const { transferId, balance } = await ctx.ledger.postIn(
    tx,
    {
      kind: 'purchase',
      key: accessId,
      buyerId,
      sellerId: row.profile_id,
      postId: row.id,
      price,
      feeBps: row.owner_fee_bps,
      ...(await sourceOf(tx, buyerId, cardMoneySince(ctx))),
    },
    notificationEffects(ctx, {
      profileId: row.profile_id,
      type: SALES.purchase.notification,
      fromProfileId: buyerId,
      postId: row.id,
      amount: price,
    }),
  );
  await setTransfer(tx, [accessId], transferId);
  await ctx.outbox.changeAccess(tx, { viewers: [buyerId] });
  return { transferId, balance };
};

const earlierPurchase = async (
  tx: Transaction,
  buyerId: ProfileId,
  postId: PostId,
): Promise<TransferId> => {
  const transferId = await purchaseOf(tx, buyerId, postId);
  if (!transferId)
    throw new Error(`insert of the access to post ${postId} conflicted, but the row was not found`);
  return transferId;
};
