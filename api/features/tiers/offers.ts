// What the plans of many producers cost a viewer now, for lists of producers.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Ctx } from '../../context.ts';
import { listOffers, type OfferRow } from './offers-store.ts';
import { presentGift } from './present.ts';

/** `free`: they have never sold a plan, so following is enough. */
export type Offer = {
  free: boolean;
  plan: { price: Centavos; promotion: ReturnType<typeof presentGift> | null } | null;
};

const offerOf = ({ sold, price_centavos, ends_at, ...gift }: OfferRow): Offer => ({
  free: !sold,
  plan:
    price_centavos === null
      ? null
      : {
          price: price_centavos,
          promotion: ends_at && presentGift({ price_centavos }, { ...gift, ends_at }),
        },
});

/** By producer, one query for any number. */
export const offersOf = async (
  { db, clock }: Ctx,
  producerIds: readonly ProfileId[],
  viewerId: ProfileId | null,
): Promise<Map<ProfileId, Offer>> =>
  producerIds.length === 0
    ? new Map()
    : new Map(
        (await listOffers(db, producerIds, viewerId, clock.now())).map((row) => [
          row.producer_id,
          offerOf(row),
        ]),
      );
