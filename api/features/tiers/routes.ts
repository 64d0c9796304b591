// Routes of /tiers: each change returns the producer's whole plan.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { canChangePlan } from './policy.ts';
import { presentTier } from './present.ts';
import { blockedUntil } from './rules.ts';
import {
  addBundle,
  addPromotion,
  deletePlan,
  type PlanListeners,
  removePrice,
  setPrice,
} from './change-plan.ts';
import { lastDeletedAt, listBundles, listPromotions, loadTier } from './store.ts';

type ProducerPlan = DataInput<Routes['GET /tiers']>;

declare module '../../feature.ts' {
  interface Services {
    planSubscribers: PlanSubscribers;
  }
}

export type PlanSubscribers = PlanListeners & {
  countSubscribers(producerId: ProfileId): Promise<ProducerPlan['subscribers']>;
};

const viewProducerPlan = async (
  ctx: Ctx,
  { countSubscribers }: PlanSubscribers,
  producerId: ProfileId,
): Promise<ProducerPlan> => {
  const { db, clock, config } = ctx;
  const now = clock.now();
  const [tier, deletedAt, subscribers] = await Promise.all([
    loadTier(db, producerId),
    lastDeletedAt(db, producerId),
    countSubscribers(producerId),
  ]);
  const presented =
    tier &&
    presentTier(
      tier,
      ...(await Promise.all([listBundles(db, tier.id), listPromotions(db, tier.id)])),
      now,
    );
  return {
    tier: presented,
    limits: {
      minPrice: centavos(config.PLAN_PRICE_MIN_CENTAVOS),
      maxPrice: centavos(config.PLAN_PRICE_MAX_CENTAVOS),
    },
    blockedUntil: (tier ? null : blockedUntil(deletedAt, now))?.toISOString() ?? null,
    subscribers,
  };
};

export const tiersHandlers = (ctx: Ctx, planSubscribers: PlanSubscribers) =>
  handlers({
    'GET /tiers': async ({ viewer }) => ({
      data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId),
    }),
    'POST /tiers/paid': async ({ viewer, body }) => {
      await setPrice(ctx, planSubscribers, canChangePlan(viewer), body.price);
      return { data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId) };
    },
    'POST /tiers/bundles': async ({ viewer, body }) => {
      await addBundle(ctx, canChangePlan(viewer), body);
      return { data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId) };
    },
    'POST /tiers/promotions': async ({ viewer, body }) => {
      await addPromotion(ctx, canChangePlan(viewer), body);
      return { data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId) };
    },
    'DELETE /tiers/{id}': async ({ viewer, params }) => {
      await deletePlan(ctx, planSubscribers, canChangePlan(viewer), params.id);
      return { data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId) };
    },
    'DELETE /tiers/prices/{id}': async ({ viewer, params }) => {
      await removePrice(ctx, canChangePlan(viewer), params.id);
      return { data: await viewProducerPlan(ctx, planSubscribers, viewer.profileId) };
    },
  });
