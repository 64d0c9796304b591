// Orders as one of the two sees them.
import type { Routes } from '@camarim/contract';
import type { OrderId, orderSchema } from '@camarim/contract/features/orders';
import type { ProfileId } from '@camarim/contract/ids';
import type { QueryOf } from '@camarim/contract/route';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { ownOrder } from './policy.ts';
import { actionsOf } from './rules.ts';
import { listOrders, type PartyRow } from './store.ts';

export type Order = z.input<typeof orderSchema>;

/** The viewer for whom orders are presented. */
export type Reader = Pick<RequestContext, 'adult'> & { viewer: Viewer };

/** Without a proof of age no text of other people is delivered. */
const present = (
  row: PartyRow,
  other: ProfileSummary | null,
  { viewer, adult }: Reader,
  now: Date,
): Order => {
  const role = row.fan_id === viewer.profileId ? 'fan' : 'producer';
  const textBy = (author: typeof role, text: string): string =>
    author === role || adult ? text : '';
  const expectsProducer = role === 'producer' && !viewer.producer;
  return {
    id: row.id,
    role,
    profile: row.hidden ? null : other,
    status: row.status,
    text: textBy('fan', row.text),
    maxPrice: row.max_price_centavos,
    price: row.price_centavos,
    days: row.delivery_days,
    note: textBy('producer', row.note),
    dueAt: row.due_at?.toISOString() ?? null,
    reviewUntil: row.review_until?.toISOString() ?? null,
    dispute: row.dispute === null ? null : textBy('fan', row.dispute),
    reason: row.reason,
    actions: actionsOf(role, row, now).filter(
      (action) => !expectsProducer || (action !== 'offer' && action !== 'deliver'),
    ),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

const otherOf = (row: PartyRow, { profileId }: Viewer): ProfileId =>
  row.fan_id === profileId ? row.producer_id : row.fan_id;

const viewAll = async (ctx: Ctx, rows: readonly PartyRow[], reader: Reader): Promise<Order[]> => {
  const shown = rows.filter(({ hidden }) => !hidden);
  const others = await summarise(ctx, [
    ...new Set(shown.map((row) => otherOf(row, reader.viewer))),
  ]);
  const now = ctx.clock.now();
  return rows.map((row) =>
    present(row, others.get(otherOf(row, reader.viewer)) ?? null, reader, now),
  );
};

/** Throws order.notFound. */
export const viewOrder = async (ctx: Ctx, id: OrderId, reader: Reader): Promise<Order> => {
  const { row } = await ownOrder(ctx, reader.viewer, id);
  const [order] = await viewAll(ctx, [row], reader);
  if (!order) throw new Error(`order ${id} was not presented`);
  return order;
};

export const viewOrders = async (
  ctx: Ctx,
  reader: Reader,
  { role, open, limit, offset }: QueryOf<Routes['GET /orders']>,
): Promise<Order[]> => {
  const filter = { role: role ?? null, open: open ?? null, limit, offset };
  return viewAll(ctx, await listOrders(ctx.db, reader.viewer, filter), reader);
};
