// Who looked at whom last, for the list of profiles seen lately.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertView, ONE_LOOK_SECONDS } from './like-store.ts';

const KEPT_MAX = 50_000;

type Look = { at: ProfileId; sinceMs: number };

/**
 * The last look of each viewer, in the order in which they were noted; one map for each database of
 * the process.
 */
const lately = new WeakMap<Database, Map<ProfileId, Look>>();

const looksIn = (db: Database): Map<ProfileId, Look> => {
  const looks = lately.get(db) ?? new Map<ProfileId, Look>();
  lately.set(db, looks);
  return looks;
};

/**
 * Notes it. Looking again at what one looked at last would write nothing, and is not sent either.
 */
export const noteView = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewerId: ProfileId,
  profileId: ProfileId,
): Promise<void> => {
  const now = clock.now();
  const looks = looksIn(db);
  const last = looks.get(viewerId);
  if (last?.at === profileId && now.getTime() - last.sinceMs < ONE_LOOK_SECONDS * 1_000) return;
  await insertView(db, viewerId, profileId, now);
  looks.delete(viewerId);
  if (looks.size >= KEPT_MAX) looks.delete(looks.keys().next().value as ProfileId);
  looks.set(viewerId, { at: profileId, sinceMs: now.getTime() });
};
