// /tiers on the wire: each change answers the whole desk again.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayRunPlan } from './policy.ts';
import { presentTier } from './present.ts';
import { blockedUntil } from './rules.ts';
import {
  addBundle,
  addPromotion,
  deletePlan,
  type PlanFollowers,
  removePrice,
  setPrice,
} from './run-plan.ts';
import { lastDeletedAt, listBundles, listPromotions, loadTier } from './store.ts';

type Desk = DataInput<Routes['GET /tiers']>;

export type TiersDeps = PlanFollowers & {
  countSubscribers(producerId: ProfileId): Promise<Desk['subscribers']>;
};

const deskOf = async (
  platform: Platform,
  { countSubscribers }: TiersDeps,
  producerId: ProfileId,
): Promise<Desk> => {
  const { db, clock, config } = platform;
  const now = clock.now();
  const [tier, deletedAt, subscribers] = await Promise.all([
    loadTier(db, producerId),
    lastDeletedAt(db, producerId),
    countSubscribers(producerId),
  ]);
  const shown =
    tier &&
    presentTier(
      tier,
      ...(await Promise.all([listBundles(db, tier.id), listPromotions(db, tier.id)])),
      now,
    );
  return {
    tier: shown,
    limits: {
      minPrice: centavos(config.PLAN_PRICE_MIN_CENTAVOS),
      maxPrice: centavos(config.PLAN_PRICE_MAX_CENTAVOS),
    },
    blockedUntil: (tier ? null : blockedUntil(deletedAt, now))?.toISOString() ?? null,
    subscribers,
  };
};

export const tiersHandlers = (platform: Platform, deps: TiersDeps) =>
  handlers({
    'GET /tiers': async ({ viewer }) => ({ data: await deskOf(platform, deps, viewer.profileId) }),
    'POST /tiers/paid': async ({ viewer, body }) => {
      await setPrice(platform, deps, mayRunPlan(viewer), body.price);
      return { data: await deskOf(platform, deps, viewer.profileId) };
    },
    'POST /tiers/bundles': async ({ viewer, body }) => {
      await addBundle(platform, mayRunPlan(viewer), body);
      return { data: await deskOf(platform, deps, viewer.profileId) };
    },
    'POST /tiers/promotions': async ({ viewer, body }) => {
      await addPromotion(platform, mayRunPlan(viewer), body);
      return { data: await deskOf(platform, deps, viewer.profileId) };
    },
    'DELETE /tiers/{id}': async ({ viewer, params }) => {
      await deletePlan(platform, deps, mayRunPlan(viewer), params.id);
      return { data: await deskOf(platform, deps, viewer.profileId) };
    },
    'DELETE /tiers/prices/{id}': async ({ viewer, params }) => {
      await removePrice(platform, mayRunPlan(viewer), params.id);
      return { data: await deskOf(platform, deps, viewer.profileId) };
    },
  });
