// Tells every process that profiles became hidden from somebody: who looks on by a socket is looked
// at again.
import type { ProfileId } from '@camarim/contract/ids';
import type { Platform } from '../../../platform/platform.ts';

/**
 * After the commit. The block holds without it; only pages that are open already would go on
 * hearing.
 */
export const announceHidden = async (
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  profileIds: readonly ProfileId[],
): Promise<void> => {
  await bus
    .publish('profilesHidden', { profileIds })
    .catch((error: unknown) => log.warn({ err: error }, 'a block was not announced'));
};
