// Paying an order: the fan's money leaves the wallet and is locked, in the transaction in which the
// order is accepted.
import type { TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../ledger/index.ts';
import { notificationEffects } from '../notifications/index.ts';
import { summarise } from '../profiles/index.ts';
import { checkPayment } from '../spending/index.ts';
import { BY_FAN, lockFor, moveOrder } from './move-order.ts';
import type { OrderAct } from './policy.ts';
import { dueAfter } from './rules.ts';
import { feeOf, lockOrder, type OrderRow } from './store.ts';

export type OrderPayment = { transferId: TransferId; balance: Centavos };

/** The balance is known only when this call paid. */
type PaymentResult = { transferId: TransferId; balance: Centavos | null };

/**
 * Pays at exactly the price that the fan saw. A fan whose order is paid gets that payment again and
 * pays nothing. Throws what refuses the action, order.priceChanged, and wallet.insufficient with
 * what the wallet dialog needs.
 */
export const payOrder = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  { price, key }: { price: Centavos; key: string | null },
): Promise<OrderPayment> => {
  const { id, fan_id: fanId, producer_id: producerId } = act.row;
  const request = { profileId: fanId, key, route: 'POST /orders/{id}/accept' };
  const pay = () =>
    once(ctx.db, { ...request, request: { id, price }, now: ctx.clock.now() }, (tx) =>
      payOnce(ctx, tx, act, price),
    );
  const { transferId, balance } = await withTopUpIntent(pay, async () => {
    const producer = (await summarise(ctx, [producerId])).get(producerId);
    return { kind: 'order', orderId: id, value: price, label: producer?.exibitionName ?? '' };
  });
  return { transferId, balance: balance ?? (await ctx.ledger.balanceOf(fanId)).balance };
};

const PAID: readonly OrderRow['status'][] = ['accepted', 'delivered', 'disputed', 'settled'];

const payOnce = async (
  ctx: Ctx,
  tx: Transaction,
  act: OrderAct,
  price: Centavos,
): Promise<PaymentResult> => {
  const { id, fan_id: buyerId, producer_id: sellerId } = act.row;
  const now = ctx.clock.now();
  const earlier = await lockOrder(tx, id);
  if (PAID.includes(earlier.status) && earlier.transfer_id !== null)
    return { transferId: earlier.transfer_id, balance: null };
  const { delivery_days: days, price_centavos: offered } = await lockFor(ctx, tx, act);
  if (offered !== price || days === null) throw new AppError('order.priceChanged');
  await checkPayment(ctx, tx, { payerId: buyerId, producerId: sellerId, price });
  const feeBps = ctx.ledger.rateOf(await feeOf(tx, sellerId));
  const source = await sourceOf(tx, buyerId, cardMoneySince(ctx));
  const { transferId, balance } = await ctx.ledger.postIn(
    tx,
    {
      kind: 'order',
      step: 'lock',
      buyerId,
      sellerId,
      orderId: id,
      price,
      feeBps,
      ...source,
    },
    notificationEffects(ctx, {
      profileId: sellerId,
      type: 'orderAccepted',
      fromProfileId: buyerId,
      amount: price,
    }),
  );
  await moveOrder(
    ctx,
    tx,
    act.row,
    {
      status: 'accepted',
      transfer_id: transferId,
      fee_bps: feeBps,
      paid_by: source?.source ?? null,
      due_at: dueAfter(now, days),
    },
    BY_FAN,
  );
  return { transferId, balance };
};
