// What is still to be sent: a person gets nothing about a profile that is hidden from them by now.
import type { Services } from '../../../feature.ts';
import type { Delivery } from './store.ts';

/** Without those whose profile was suspended or removed, or blocked the person or their place. */
export const withoutHidden = async (
  { hiddenAtHome }: Pick<Services, 'hiddenAtHome'>,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> => {
  const caused = deliveries.flatMap(({ id, profile_id: personId, from_profile_id: profileId }) =>
    profileId === null ? [] : [{ id, personId, profileId }],
  );
  const hidden = await hiddenAtHome(caused);
  const left = new Set(caused.filter((_, index) => hidden[index]).map(({ id }) => id));
  return deliveries.filter(({ id }) => !left.has(id));
};
