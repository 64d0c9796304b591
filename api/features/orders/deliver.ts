// Delivering an order, and what the fan does with the delivery: accept or dispute it.
import type { Routes } from '@camarim/contract';
import { splitFee } from '@camarim/contract/money';
import type { BodyOf } from '@camarim/contract/route';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { deliverOrder } from '../chats/index.ts';
import { attachMedias, findInputUploads } from '../media/index.ts';
import { notify } from '../notifications/index.ts';
import { canDeclare, declareMedia } from '../verifications/index.ts';
import { BY_FAN, BY_PRODUCER, lockFor, moveOrder, requirePaid, settleIn } from './move-order.ts';
import type { OrderAct } from './policy.ts';
import { reviewAfter } from './rules.ts';
import { lockOrder } from './store.ts';

/**
 * Throws what refuses the action, and what attaching media and declaring their performers throw.
 */
export const sendDelivery = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  { message, medias, performerIds }: BodyOf<Routes['POST /orders/{id}/deliver']>,
  key: string | null,
): Promise<void> => {
  const { id, producer_id: ownerId, fan_id: buyerId } = act.row;
  const uploads = await findInputUploads(ctx, ownerId, medias);
  const now = ctx.clock.now();
  const call = { profileId: ownerId, key, route: 'POST /orders/{id}/deliver', now };
  await once(ctx.db, { ...call, request: { id, message, medias, performerIds } }, async (tx) => {
    const appearing = await canDeclare(tx, ownerId, performerIds, 'message');
    const order = requirePaid(await lockFor(ctx, tx, act));
    const attached = await attachMedias(ctx, tx, medias, { ownerId, uploads, now });
    const mediaIds = [...new Set(attached.map((media) => media.id))];
    await declareMedia(tx, appearing, mediaIds, { scope: 'message', now });
    const price = order.price_centavos;
    const contentId = await deliverOrder(ctx, tx, {
      authorId: ownerId,
      text: message,
      mediaIds,
      sale: {
        buyerId,
        transferId: order.transfer_id,
        price,
        share: splitFee(price, order.fee_bps).share,
      },
    });
    const reviewUntil = reviewAfter(now);
    const change = {
      status: 'delivered',
      content_id: contentId,
      review_until: reviewUntil,
    } as const;
    await notify(ctx, tx, {
      profileId: buyerId,
      type: 'orderDelivered',
      fromProfileId: ownerId,
      amount: price,
    });
    await moveOrder(ctx, tx, order, change, BY_PRODUCER);
    return null;
  });
};

/**
 * The fan accepts the delivery: the producer is paid. Accepting a settled one changes nothing.
 * Throws what refuses the action.
 */
export const approveDelivery = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  key: string | null,
): Promise<void> => {
  const { id, fan_id: profileId } = act.row;
  const call = { profileId, key, route: 'POST /orders/{id}/approve', now: ctx.clock.now() };
  await once(ctx.db, { ...call, request: { id } }, async (tx) => {
    if ((await lockOrder(tx, id)).status === 'settled') return null;
    const order = requirePaid(await lockFor(ctx, tx, act));
    await settleIn(ctx, tx, order, { cause: BY_FAN, actorId: profileId });
    return null;
  });
};

/** Throws what refuses the action. */
export const disputeDelivery = async (
  ctx: Ctx,
  act: Allowed<OrderAct>,
  text: string,
  key: string | null,
): Promise<void> => {
  const { id, fan_id: profileId, producer_id: producerId } = act.row;
  const now = ctx.clock.now();
  const call = { profileId, key, route: 'POST /orders/{id}/dispute', now };
  await once(ctx.db, { ...call, request: { id, text } }, async (tx) => {
    const order = await lockFor(ctx, tx, act);
    await notify(ctx, tx, {
      profileId: producerId,
      type: 'orderDisputed',
      fromProfileId: profileId,
      amount: order.price_centavos,
      text,
    });
    const change = { status: 'disputed', dispute: text, disputed_at: now } as const;
    await moveOrder(ctx, tx, order, change, BY_FAN);
    return null;
  });
};
