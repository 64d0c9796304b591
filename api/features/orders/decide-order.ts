// Ends of orders that neither of the two brings about: an administrator's decision of a dispute,
// the time, and the removal of an account.
import type { Routes } from '@camarim/contract';
import type { OrderId, OrderStatus } from '@camarim/contract/features/orders';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { drainDue } from '../../platform/failing-items/drain-due.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { failedAmong, unplayableAmong } from '../media/index.ts';
import { blankNotificationsFrom } from '../notifications/index.ts';
import { FOR_FAN, FOR_PRODUCER, moveOrder, refundIn, requirePaid, settleIn } from './move-order.ts';
import type { OrderReviewer } from './policy.ts';
import {
  deleteTextsOf,
  deliveredMedia,
  disputedBy,
  listDue,
  lockOrder,
  openOrdersOf,
  type OrderRow,
} from './store.ts';

/** Throws order.notPossible when it is decided, and decision.own. */
export const decideOrder = (
  ctx: Ctx,
  { adminId, id }: Allowed<OrderReviewer & { id: OrderId }>,
  { outcome, reason }: BodyOf<Routes['POST /dsb/orders/{id}']>,
): Promise<OrderStatus> =>
  transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    refuseOwnDecision(adminId, order.fan_id);
    refuseOwnDecision(adminId, order.producer_id);
    if (order.status !== 'disputed') throw new AppError('order.notPossible');
    const settles = outcome === 'settle';
    await recordAct(tx, {
      adminId,
      action: settles ? 'order.settled' : 'order.refunded',
      profileId: settles ? order.fan_id : order.producer_id,
      subjectId: id,
      reason,
      now: ctx.clock.now(),
    });
    const decision = { adminId, reason };
    if (settles)
      await settleIn(ctx, tx, requirePaid(order), {
        cause: FOR_PRODUCER,
        actorId: adminId,
        decision,
      });
    else
      await refundIn(ctx, tx, requirePaid(order), 'refunded', {
        cause: FOR_FAN,
        actorId: adminId,
        decision,
      });
    return (await lockOrder(tx, id)).status;
  });

export const DUE_JOB = 'orders.due';
const BATCH = 100;

/** Ends orders whose time is over. Any number of processes may run it at once. */
export const endDueOrders = (ctx: Ctx, signal?: AbortSignal): Promise<void> =>
  drainDue(
    ctx,
    {
      job: DUE_JOB,
      batch: BATCH,
      take: (now) => listDue(ctx.db, DUE_JOB, now, BATCH),
      idOf: String,
      signal,
    },
    (id) => transaction(ctx.db, async (tx) => endDue(ctx, tx, await lockOrder(tx, id))),
  );

/** Checks again with the order locked: it may have moved on since it was listed. */
const endDue = async (ctx: Ctx, tx: Transaction, order: OrderRow): Promise<boolean> => {
  const now = ctx.clock.now();
  if (order.status === 'accepted' && order.due_at !== null && order.due_at <= now)
    await refundIn(ctx, tx, requirePaid(order), 'expired', { cause: FOR_FAN, actorId: null });
  else if (order.status === 'delivered' && order.review_until !== null && order.review_until <= now)
    await endReviewed(ctx, tx, order);
  else return false;
  return true;
};

/** What could never be shown was not delivered, whether or not the fan said so. */
const endReviewed = async (ctx: Ctx, tx: Transaction, order: OrderRow): Promise<void> => {
  const ids = await deliveredMedia(tx, order);
  const shown = ids.length - Math.min(await failedAmong(tx, ids), await unplayableAmong(tx, ids));
  if (shown > 0)
    await settleIn(ctx, tx, requirePaid(order), { cause: FOR_PRODUCER, actorId: null });
  else await refundIn(ctx, tx, requirePaid(order), 'expired', { cause: FOR_FAN, actorId: null });
};

/**
 * The person removed their account. What a fan has was delivered, so it is paid; a dispute waits
 * for its decision. What a producer leaves goes back: their media go with them.
 */
const endForRemoved = async (
  ctx: Ctx,
  tx: Transaction,
  order: OrderRow,
  profileId: ProfileId,
): Promise<void> => {
  const isFan = order.fan_id === profileId;
  const cause = isFan ? FOR_PRODUCER : FOR_FAN;
  const ending = { cause, actorId: null };
  if (order.status === 'requested' || order.status === 'offered')
    await moveOrder(ctx, tx, order, { status: isFan ? 'withdrawn' : 'declined' }, cause);
  else if (isFan && order.status === 'delivered')
    await settleIn(ctx, tx, requirePaid(order), ending);
  else if (order.status === 'accepted' || (!isFan && isPaidOpen(order)))
    await refundIn(ctx, tx, requirePaid(order), 'refunded', ending);
};

const isPaidOpen = ({ status }: OrderRow): boolean =>
  status === 'delivered' || status === 'disputed';

export const eraseOrdersOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (const id of await openOrdersOf(ctx.db, profileId))
    await transaction(ctx.db, async (tx) =>
      endForRemoved(ctx, tx, await lockOrder(tx, id), profileId),
    );
  await blankNotificationsFrom(ctx.db, {
    profileIds: await disputedBy(ctx.db, profileId),
    type: 'orderDisputed',
    fromId: profileId,
  });
  await deleteTextsOf(ctx.db, profileId);
};
