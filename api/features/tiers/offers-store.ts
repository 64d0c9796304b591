// SQL of what plans offer to the public: for lists of producers, many at once.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { hasSubscribedTo } from '../access/index.ts';

/** SQL that is true when the profile whose id `profile` stands for sells a plan, or sold one. */
export const hasSoldPlan = (profile: string): string =>
  `EXISTS (SELECT FROM tiers sold WHERE sold.producer_id = ${profile})`;

// A row `o` of promotions of the plan `s` that needs no code, can be used now, and was not used by
// the viewer; a free trial needs a viewer who never subscribed. `planOf` has the same rule.
const isOpen = (viewer: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(o.trial_days IS NULL OR NOT ${sql.raw(hasSubscribedTo('s.producer_id', viewer))})
    AND o.deleted_at IS NULL AND o.start_when <= ${now}::timestamptz
    AND o.ends_at > ${now}::timestamptz AND o.users < o.max_users
    AND NOT EXISTS (SELECT FROM tier_promotion_codes c WHERE c.promotion_id = o.id)
    AND NOT EXISTS (SELECT FROM tier_redemptions d WHERE d.promotion_id = o.id
      AND d.profile_id = ${sql.raw(viewer)})`;

/**
 * SQL that is true when the plan of `profile` has a promotion that is open to `viewer` without a
 * code; both stand for ids. Promotions in force are few, so they are read first.
 */
export const hasOpenPromotion = (profile: string, viewer: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(profile)} IN (SELECT s.producer_id FROM tier_promotions o
    JOIN tiers s ON s.id = o.tier_id AND s.deleted_at IS NULL WHERE ${isOpen(viewer, now)})`;

export type OfferRow = {
  producer_id: ProfileId;
  sold: boolean;
  price_centavos: Centavos | null;
  discount_bps: number | null;
  discount_months: number | null;
  trial_days: number | null;
  ends_at: Date | null;
};

/** The plans of producers with the best promotion that is open to the viewer. */
export const listOffers = async (
  db: Database,
  producerIds: readonly ProfileId[],
  viewerId: ProfileId | null,
  now: Date,
): Promise<OfferRow[]> => {
  // The parameters are kept from the planner, which else plans this at every call (`unseen`).
  const { rows } = await sql<OfferRow>`
    SELECT p.id AS producer_id, ${sql.raw(hasSoldPlan('p.id'))} AS sold, s.price_centavos,
      b.discount_bps, b.discount_months, b.trial_days, b.ends_at
    FROM unnest((SELECT ${producerIds}::uuid[])) p (id)
      CROSS JOIN (SELECT (SELECT ${viewerId}::uuid) AS id) v
    LEFT JOIN tiers s ON s.producer_id = p.id AND s.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT o.discount_bps, o.discount_months, o.trial_days, o.ends_at FROM tier_promotions o
        WHERE o.tier_id = s.id AND ${isOpen('v.id', now)} ORDER BY (o.trial_days IS NULL),
        o.discount_bps DESC, o.discount_months DESC, o.start_when, o.id LIMIT 1
    ) b ON true`.execute(db);
  return rows;
};
