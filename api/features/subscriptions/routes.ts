// Routes of subscribing, stopping and listing subscriptions, and the offer of a discount code.
import type { Routes } from '@camarim/contract';
import type { ChargeId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { offerOfCode } from '../tiers/index.ts';
import type { SubscriptionLedger } from './pay-period.ts';
import type { MandateCharges } from './mandates/charges.ts';
import { openMandate } from './mandates/open.ts';
import { canSubscribe, canStop, visibleProducer } from './policy.ts';
import { statusOf } from './rules.ts';
import { type ListedRow, listOf } from './store.ts';
import { stopRenewing, subscribe } from './subscribe.ts';

type Subscription = DataInput<Routes['GET /subscriptions']>[number];

const present = (row: ListedRow, profile: ProfileSummary, now: Date): Subscription => ({
  id: row.id,
  profile,
  status: statusOf(row, now),
  renews: row.renewAt !== null,
  price: row.price,
  currentPrice: row.currentPrice,
  subscribedUntil: row.paidUntil.toISOString(),
  // The day that the charge pays for; the minutes before it are an implementation detail.
  nextCharge: row.renewAt && (row.paidUntil > now ? row.paidUntil : row.renewAt).toISOString(),
  stopReason: row.stopReason,
  paidBy: row.mandateId === null ? 'wallet' : 'pixAutomatico',
  createdAt: row.createdAt.toISOString(),
});

/**
 * What these routes need beyond the platform. `answerCharge` presents a charge to its payer once
 * the gateway has created it.
 */
export type SubscriptionsDeps = {
  ledger: SubscriptionLedger;
  charges: MandateCharges;
  answerCharge(id: ChargeId, locale: Locale): Promise<ChargeAnswer>;
};
type ChargeAnswer = {
  data: DataInput<Routes['POST /profiles/{profileId}/renew/pix-automatico']>;
  message?: string;
};

declare module '../../feature.ts' {
  interface Services {
    mandateCharges: MandateCharges;
    answerMandateCharge: SubscriptionsDeps['answerCharge'];
  }
}

export const subscriptionsHandlers = (
  platform: Platform,
  { ledger, charges, answerCharge }: SubscriptionsDeps,
) =>
  handlers({
    'POST /profiles/{profileId}/renew': async ({ params, body, viewer, context }) => ({
      data: await subscribe(
        platform,
        ledger,
        await canSubscribe(platform, viewer, params.profileId),
        body,
        context.idempotencyKey,
      ),
    }),
    'POST /profiles/{profileId}/renew/pix-automatico': async ({ params, body, viewer, context }) =>
      answerCharge(
        await openMandate(
          platform,
          charges,
          await canSubscribe(platform, viewer, params.profileId),
          body,
          context.idempotencyKey,
        ),
        context.locale,
      ),
    'DELETE /profiles/{id}/subscribe': async ({ params, viewer }) => ({
      data: await stopRenewing(platform, await canStop(platform, viewer, params.id)),
    }),
    'GET /subscriptions': async ({ viewer, query: { limit, offset } }) => {
      const rows = await listOf(platform.db, viewer.profileId, { limit, offset });
      const people = await summarise(
        platform,
        rows.map(({ producerId }) => producerId),
      );
      const now = platform.clock.now();
      const data = rows.flatMap((row) => {
        const profile = people.get(row.producerId);
        return profile ? [present(row, profile, now)] : [];
      });
      return { data, limit, offset };
    },
    'GET /publics/profiles/discount': async ({ query, viewer, context }) => {
      const producerId = await visibleProducer(platform, query.profileId, context.requester);
      return {
        data: await offerOfCode(
          platform,
          producerId,
          query.discountCode,
          viewer?.profileId ?? null,
        ),
      };
    },
  });
