// What a page of a broadcasting program shows beside alerts: goals and orders as they are now.
import { OVERLAY_ORDERS_SHOWN } from '@camarim/contract/features/overlays/limits';
import type { GoalId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Ctx } from '../../../context.ts';
import { openGoals } from '../../goals/index.ts';
import { openOrders, type OpenOrder } from '../../lives/index.ts';

export type OverlayState = {
  /** Newest first. */
  goals: { id: GoalId; title: string; value: Centavos; balance: Centavos; reached: boolean }[];
  /** Oldest first. */
  orders: OpenOrder[];
};

export const viewState = async (ctx: Ctx, producerId: ProfileId): Promise<OverlayState> => ({
  goals: (await openGoals(ctx.db, producerId)).map(({ id, title, value, balance, reachedAt }) => ({
    id,
    title,
    value,
    balance,
    reached: reachedAt !== null,
  })),
  orders: await openOrders(ctx, producerId, OVERLAY_ORDERS_SHOWN),
});
