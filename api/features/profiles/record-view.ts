// Records profile views, for the list of recently viewed profiles.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { Ctx } from '../../context.ts';
import { insertView, VIEW_INTERVAL_SECONDS } from './like-store.ts';

const CACHE_MAX = 50_000;

type LastView = { at: ProfileId; sinceMs: number };

/** The last view of each viewer, in order of recording; one map per database of the process. */
const lastViews = new WeakMap<Database, Map<ProfileId, LastView>>();

const lastViewsIn = (db: Database): Map<ProfileId, LastView> => {
  const looks = lastViews.get(db) ?? new Map<ProfileId, LastView>();
  lastViews.set(db, looks);
  return looks;
};

/**
 * Records the view. Repeating the viewer's last view within a minute would change no row, so no
 * statement is sent.
 */
export const recordView = async (
  { db, clock }: Ctx,
  viewerId: ProfileId,
  profileId: ProfileId,
): Promise<void> => {
  const now = clock.now();
  const looks = lastViewsIn(db);
  const last = looks.get(viewerId);
  if (last?.at === profileId && now.getTime() - last.sinceMs < VIEW_INTERVAL_SECONDS * 1_000)
    return;
  await insertView(db, viewerId, profileId, now);
  looks.delete(viewerId);
  if (looks.size >= CACHE_MAX) looks.delete(looks.keys().next().value as ProfileId);
  looks.set(viewerId, { at: profileId, sinceMs: now.getTime() });
};
