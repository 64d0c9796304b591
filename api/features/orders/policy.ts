// Who may see an order and act on it. One of other people is "not found".
import type { OrderId } from '@camarim/contract/features/orders';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { canWriteTo, type PairForWriting } from '../chats/index.ts';
import { isProducer } from '../profiles/index.ts';
import type { OrderAction, OrderRole } from './rules.ts';
import { findOrder, orderExists, type PartyRow } from './store.ts';

/** An order of the viewer, and what they are in it. */
export type OwnOrder = { row: PartyRow; role: OrderRole };

/** Nothing is left of an unpaid order with a hidden person. Throws order.notFound. */
export const ownOrder = async (
  ctx: Ctx,
  viewer: Viewer,
  id: OrderId,
): Promise<Allowed<OwnOrder>> => {
  const row = await findOrder(ctx.db, viewer, id);
  if (!row || (row.hidden && row.transfer_id === null)) throw new AppError('order.notFound');
  return allow({ row, role: row.fan_id === viewer.profileId ? 'fan' : 'producer' });
};

/**
 * An action of one of the two; whether the state of the order allows it is decided with it locked.
 */
export type OrderAct = OwnOrder & { action: OrderAction };

/** Throws order.notFound, also for what only the other one may do. */
export const canAct = async (
  ctx: Ctx,
  viewer: Viewer,
  id: OrderId,
  action: OrderAction,
  role: OrderRole,
): Promise<Allowed<OrderAct>> => {
  const own = await ownOrder(ctx, viewer, id);
  if (own.role !== role) throw new AppError('order.notFound');
  return allow({ ...own, action });
};

export type OrderPair = {
  fanId: ProfileId;
  producerId: ProfileId;
  /** Their conversation, which may not have begun. */
  row: PairForWriting['row'];
};

/**
 * A person who may write to a producer may ask them for something. Throws profile.notFound, and why
 * the viewer may not write.
 */
export const canAsk = async (
  ctx: Ctx,
  viewer: Viewer,
  producerId: ProfileId,
): Promise<Allowed<OrderPair>> => {
  const { row } = await canWriteTo(ctx, viewer, producerId);
  if (!isProducer(row.other_stage)) throw new AppError('chat.notContact');
  return allow({ fanId: row.profile_id, producerId: row.other_id, row });
};

export type OrderReviewer = { adminId: ProfileId };

/** The route guard has checked the role. */
export const canReviewOrders = ({ profileId }: AdminViewer): Allowed<OrderReviewer> =>
  allow({ adminId: profileId });

/** Throws order.notFound. */
export const canDecideOrder = async (
  ctx: Ctx,
  viewer: AdminViewer,
  id: OrderId,
): Promise<Allowed<OrderReviewer & { id: OrderId }>> => {
  if (!(await orderExists(ctx.db, id))) throw new AppError('order.notFound');
  return allow({ adminId: viewer.profileId, id });
};
