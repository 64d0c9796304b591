// Before the payment: asking for an order, offering a price for it, declining and withdrawing it.
import type { Routes } from '@camarim/contract';
import type { OrderId } from '@camarim/contract/features/orders';
import { ORDERS_ASKED_MAX, ORDERS_ASKED_PER_DAY } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { beginChat, refuseBlockedWords } from '../chats/index.ts';
import { BY_FAN, BY_PRODUCER, lockFor, moveOrder, refundIn, requirePaid } from './move-order.ts';
import type { OrderAct, OrderPair } from './policy.ts';
import { countAsked, countAskedSince, insertOrder, lockPair } from './store.ts';

/**
 * Throws order.tooMany and order.tooOften; message.blockedWord and chat.tooManyBegun as for a
 * message, because the producer reads it in their conversation, and it costs nothing.
 */
export const requestOrder = (
  ctx: Ctx,
  { fanId, producerId, row }: Allowed<OrderPair>,
  { text, maxPrice }: BodyOf<Routes['POST /orders']>,
  key: string | null,
): Promise<OrderId> => {
  const now = ctx.clock.now();
  const request = { producerId, text, maxPrice };
  return once(
    ctx.db,
    { profileId: fanId, key, route: 'POST /orders', request, now },
    async (tx) => {
      refuseBlockedWords(row, text);
      await lockPair(tx, fanId, producerId);
      const since = new Date(now.getTime() - DAY_MS);
      if ((await countAskedSince(tx, fanId, producerId, since)) >= ORDERS_ASKED_PER_DAY)
        throw new AppError('order.tooOften');
      if ((await countAsked(tx, fanId, producerId)) >= ORDERS_ASKED_MAX)
        throw new AppError('order.tooMany');
      if (row.chat_id === null) await beginChat(ctx, tx, row, now);
      const id = newId() as OrderId;
      await insertOrder(tx, { id, fanId, producerId, text, maxPrice: maxPrice ?? null, now });
      const order = { id, fan_id: fanId, producer_id: producerId };
      await moveOrder(ctx, tx, order, { status: 'requested' }, BY_FAN);
      return id;
    },
  );
};

/** Throws what refuses the action. */
export const makeOffer = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  { price, days, note }: BodyOf<Routes['POST /orders/{id}/offer']>,
  key: string | null,
): Promise<void> => {
  const { id, producer_id: profileId } = act.row;
  const call = { profileId, key, route: 'POST /orders/{id}/offer', now: ctx.clock.now() };
  await once(ctx.db, { ...call, request: { id, price, days, note } }, async (tx) => {
    const order = await lockFor(ctx, tx, act);
    const change = { status: 'offered', price_centavos: price, delivery_days: days, note } as const;
    await moveOrder(ctx, tx, order, change, BY_PRODUCER);
    return null;
  });
};

/** What was paid goes back to the fan. Throws what refuses the action. */
export const declineOrder = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  note: string,
  key: string | null,
): Promise<void> => {
  const { id, producer_id: profileId } = act.row;
  const call = { profileId, key, route: 'POST /orders/{id}/decline', now: ctx.clock.now() };
  await once(ctx.db, { ...call, request: { id, note } }, async (tx) => {
    const order = await lockFor(ctx, tx, act);
    if (order.status !== 'accepted') {
      await moveOrder(ctx, tx, order, { status: 'declined', note }, BY_PRODUCER);
      return null;
    }
    const ending = { cause: BY_PRODUCER, actorId: profileId };
    await refundIn(ctx, tx, requirePaid(order), 'declined', { ...ending, note });
    return null;
  });
};

/** Throws what refuses the action. */
export const withdrawOrder = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  key: string | null,
): Promise<void> => {
  const { id, fan_id: profileId } = act.row;
  const call = { profileId, key, route: 'POST /orders/{id}/withdraw', now: ctx.clock.now() };
  await once(ctx.db, { ...call, request: { id } }, async (tx) => {
    const order = await lockFor(ctx, tx, act);
    await moveOrder(ctx, tx, order, { status: 'withdrawn' }, BY_FAN);
    return null;
  });
};
