// One step of an order: its new state, its message in the conversation, and its money, in the
// caller's transaction.
import type { MessageWriter } from '@camarim/contract/features/chats/messages';
import type { OrderId, OrderStatus } from '@camarim/contract/features/orders';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { postOrderStep, takeBackDelivery } from '../chats/index.ts';
import { notificationEffects, notify } from '../notifications/index.ts';
import type { OrderAct } from './policy.ts';
import { refusalOf } from './rules.ts';
import { lockOrder, type OrderChange, type OrderRow, updateOrder } from './store.ts';

/** Locks the order. Throws what refuses the action in the state that it has now. */
export const lockFor = async (
  { clock }: Ctx,
  tx: Transaction,
  { row, role, action }: OrderAct,
): Promise<OrderRow> => {
  const locked = await lockOrder(tx, row.id);
  const refusal = refusalOf(action, role, { ...locked, hidden: row.hidden }, clock.now());
  if (refusal !== null) throw new AppError(refusal);
  return locked;
};

/**
 * The person who caused a step. A step without a person is caused by the one who missed their
 * deadline.
 */
export type Cause = { side: 'fan' | 'producer'; writer: MessageWriter };
export const BY_FAN: Cause = { side: 'fan', writer: 'person' };
export const BY_PRODUCER: Cause = { side: 'producer', writer: 'person' };
const automatic = (side: Cause['side']): Cause => ({ side, writer: 'automation' });
export const FOR_FAN = automatic('producer');
export const FOR_PRODUCER = automatic('fan');

/** Sets the state with what changes, and tells of it in the conversation. */
export const moveOrder = async (
  ctx: Ctx,
  tx: Transaction,
  { id, fan_id: fanId, producer_id: producerId }: Pick<OrderRow, 'id' | 'fan_id' | 'producer_id'>,
  change: OrderChange & { status: OrderStatus },
  { side, writer }: Cause,
): Promise<void> => {
  await updateOrder(tx, id, change, ctx.clock.now());
  const [senderId, receiverId] = side === 'fan' ? [fanId, producerId] : [producerId, fanId];
  await postOrderStep(ctx, tx, {
    order: { id, step: change.status },
    senderId,
    receiverId,
    writer,
    contentId: change.status === 'delivered' ? (change.content_id ?? null) : null,
    begins: change.status === 'requested',
  });
};

/** An order whose money is locked. */
export type PaidOrder = OrderRow & {
  price_centavos: Centavos;
  transfer_id: TransferId;
  fee_bps: number;
};

export const requirePaid = (row: OrderRow): PaidOrder => {
  const { price_centavos: price, transfer_id: transferId, fee_bps: feeBps } = row;
  if (price === null || transferId === null || feeBps === null)
    throw new Error(`order ${row.id} is not paid`);
  return { ...row, price_centavos: price, transfer_id: transferId, fee_bps: feeBps };
};

/** Why an order ends: the cause in the conversation, and for a decision who decided and why. */
export type OrderEndReason = {
  cause: Cause;
  actorId: ProfileId | null;
  /** The decision of an administrator. */
  decision?: { adminId: ProfileId; reason: string };
  /** The producer's words. */
  note?: string;
};

const decided = ({ decision, note }: OrderEndReason): OrderChange => ({
  ...(decision && { decided_by: decision.adminId, reason: decision.reason }),
  ...(note !== undefined && { note }),
});

/**
 * The locked money goes to the producer. When the producer's account was removed in between it goes
 * back to the fan.
 */
export const settleIn = async (
  ctx: Ctx,
  tx: Transaction,
  order: PaidOrder,
  ending: OrderEndReason,
): Promise<void> => {
  const { id, fan_id: buyerId, producer_id: sellerId, price_centavos: price } = order;
  try {
    const { transferId } = await ctx.ledger.postIn(
      tx,
      {
        kind: 'order',
        step: 'settle',
        buyerId,
        sellerId,
        orderId: id,
        price,
        feeBps: order.fee_bps,
        ...(order.paid_by && { source: order.paid_by }),
      },
      notificationEffects(ctx, {
        profileId: sellerId,
        type: SALES.order.notification,
        fromProfileId: buyerId,
        amount: price,
        text: ending.decision?.reason ?? null,
      }),
    );
    const change = { status: 'settled', settlement_id: transferId, ...decided(ending) } as const;
    await moveOrder(ctx, tx, order, change, ending.cause);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'profile.notFound') throw error;
    await refundIn(ctx, tx, order, 'refunded', { ...ending, cause: FOR_FAN });
    return;
  }
  if (ending.decision)
    await notify(ctx, tx, {
      profileId: buyerId,
      type: 'orderKept',
      fromProfileId: sellerId,
      amount: price,
      text: ending.decision.reason,
    });
};

const LEDGER_REASONS = {
  declined: 'the producer declined the order',
  expired: 'the order was not delivered in time',
  refunded: 'the order was refunded',
} as const;

/** The locked money goes back to the fan, who no longer sees what was delivered. */
export const refundIn = async (
  ctx: Ctx,
  tx: Transaction,
  order: PaidOrder,
  status: keyof typeof LEDGER_REASONS,
  ending: OrderEndReason,
): Promise<void> => {
  const { fan_id: fanId, producer_id: producerId, price_centavos: amount } = order;
  await ctx.ledger.reverseIn(tx, {
    transferId: order.transfer_id,
    actorId: ending.actorId,
    reason: LEDGER_REASONS[status],
  });
  await withdrawDelivery(ctx, tx, order);
  await notify(ctx, tx, {
    profileId: fanId,
    type: 'orderReturned',
    fromProfileId: producerId,
    amount,
    text: ending.decision?.reason ?? null,
  });
  if (status !== 'declined') await notifyUnpaid(ctx, tx, order, ending.decision?.reason ?? null);
  await moveOrder(ctx, tx, order, { status, ...decided(ending) }, ending.cause);
};

const withdrawDelivery = async (
  ctx: Ctx,
  tx: Transaction,
  { content_id: contentId, fan_id: fanId }: OrderRow,
): Promise<void> => {
  if (contentId !== null) await takeBackDelivery(ctx, tx, contentId, fanId);
};

const notifyUnpaid = (
  ctx: Ctx,
  tx: Transaction,
  { producer_id: profileId, fan_id: fromProfileId, price_centavos: amount }: OrderRow,
  text: string | null,
): Promise<void> =>
  notify(ctx, tx, { profileId, type: 'orderUnpaid', fromProfileId, amount, text });

const HOLDS_MONEY: readonly OrderStatus[] = ['accepted', 'delivered', 'disputed', 'settled'];

/**
 * The money of the order went back without it: by a dispute of the payment, or an administrator.
 */
export const revokeOrder = async (ctx: Ctx, tx: Transaction, id: OrderId): Promise<void> => {
  const order = await lockOrder(tx, id);
  if (!HOLDS_MONEY.includes(order.status)) return;
  await withdrawDelivery(ctx, tx, order);
  await notifyUnpaid(ctx, tx, order, null);
  await moveOrder(ctx, tx, order, { status: 'refunded' }, FOR_PRODUCER);
};
