// Keeps people out of shows who were kicked or banned.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import type { LiveRow } from './store.ts';
import { entryRestriction } from './room/tools-store.ts';

/** Throws live.kicked and live.banned for this show, or for good; null: no show is open. */
export const refuseRestricted = async (
  { db, clock }: Ctx,
  { id, producer_id: producerId }: { id: LiveRow['id'] | null; producer_id: ProfileId },
  profileId: ProfileId,
): Promise<void> => {
  const kind = await entryRestriction(db, { id, producerId }, profileId, clock.now());
  if (kind) throw new AppError(kind === 'kick' ? 'live.kicked' : 'live.banned');
};
