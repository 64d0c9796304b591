// Routes of subscribing, stopping and listing subscriptions, and the offer of a discount code.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { type PaymentDeps, presentPurposeCharge } from '../funds/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { offerOfCode } from '../tiers/index.ts';
import { openMandate } from './mandates/open.ts';
import { canSubscribe, canStop, visibleProducer } from './policy.ts';
import { nextMonthPrice, nextPeriod, onTrial, statusOf } from './rules.ts';
import { type ListedRow, listOf } from './store.ts';
import { stopRenewing, subscribe } from './subscribe.ts';

type Subscription = DataInput<Routes['GET /subscriptions']>[number];

/** The months of a promotion that are still to be charged; they end with the subscription. */
const promotionOf = (row: ListedRow, now: Date): Subscription['promotion'] =>
  row.promotionMonthsLeft === 0 || statusOf(row, now) === 'ended'
    ? null
    : {
        price: nextMonthPrice(row, row.currentPrice ?? row.price),
        monthsLeft: row.promotionMonthsLeft,
        until: nextPeriod(row, row.promotionMonthsLeft, now).after.paidUntil.toISOString(),
      };

const present = (row: ListedRow, profile: ProfileSummary, now: Date): Subscription => ({
  id: row.id,
  profile,
  status: statusOf(row, now),
  renews: row.renewAt !== null,
  trial: onTrial(row, now),
  price: row.price,
  currentPrice: row.currentPrice,
  promotion: promotionOf(row, now),
  subscribedUntil: row.paidUntil.toISOString(),
  // The day that the charge pays for; the minutes before it are an implementation detail.
  nextCharge: row.renewAt && (row.paidUntil > now ? row.paidUntil : row.renewAt).toISOString(),
  stopReason: row.stopReason,
  paidBy: row.mandateId === null ? 'wallet' : 'pixAutomatico',
  createdAt: row.createdAt.toISOString(),
});

export const subscriptionsHandlers = (ctx: Ctx, deps: PaymentDeps) =>
  handlers({
    'POST /profiles/{profileId}/renew': async ({ params, body, viewer, context }) => ({
      data: await subscribe(
        ctx,
        await canSubscribe(ctx, viewer, params.profileId),
        body,
        context.idempotencyKey,
      ),
    }),
    'POST /profiles/{profileId}/renew/pix-automatico': async ({ params, body, viewer, context }) =>
      presentPurposeCharge(
        ctx,
        deps,
        await openMandate(
          ctx,
          await canSubscribe(ctx, viewer, params.profileId),
          body,
          context.idempotencyKey,
        ),
        context.locale,
      ),
    'DELETE /profiles/{id}/subscribe': async ({ params, query, viewer }) => ({
      data: await stopRenewing(ctx, await canStop(ctx, viewer, params.id), query.reason),
    }),
    'GET /subscriptions': async ({ viewer, query: { limit, offset } }) => {
      const rows = await listOf(ctx.db, viewer.profileId, { limit, offset });
      const people = await summarise(
        ctx,
        rows.map(({ producerId }) => producerId),
      );
      const now = ctx.clock.now();
      const data = rows.flatMap((row) => {
        const profile = people.get(row.producerId);
        return profile ? [present(row, profile, now)] : [];
      });
      return { data, limit, offset };
    },
    'GET /publics/profiles/discount': async ({ query, viewer, context }) => {
      const producerId = await visibleProducer(ctx, query.profileId, context.requester);
      return {
        data: await offerOfCode(ctx, producerId, query.discountCode, viewer?.profileId ?? null),
      };
    },
  });
