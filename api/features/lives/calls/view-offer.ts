// What a private show with a producer costs, for the people who may call for one.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { loadSettings } from '../camera/settings-store.ts';

/** Null while the producer takes no calls for private shows. */
export const viewOffer = async (
  { db }: Pick<Ctx, 'db'>,
  { producerId }: Allowed<{ producerId: ProfileId }>,
): Promise<{ pricePerMinute: Centavos; minimumMinutes: number } | null> => {
  const { private_price_centavos: price, minimum_minutes: minimumMinutes } = await loadSettings(
    db,
    producerId,
  );
  return price === null ? null : { pricePerMinute: price, minimumMinutes };
};
