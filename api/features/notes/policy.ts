// Who may write notes about whom. A note is for its writer alone, so nobody else is ever asked
// about it.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { hiddenAmong, summarise } from '../profiles/index.ts';
import type { NotePair } from './store.ts';

/**
 * About producers whom the writer may see, and for producers about members too. Throws
 * profile.notSelf, and profile.notFound for whoever is hidden from the writer.
 */
export const mayNote = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<NotePair>> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const [known, hidden] = await Promise.all([
    summarise(platform, [profileId]),
    hiddenAmong(platform.db, [profileId], viewer),
  ]);
  const about = known.get(profileId);
  if (!about || hidden.has(profileId) || !(about.producer || viewer.producer))
    throw new AppError('profile.notFound');
  return allow({ writerId: viewer.profileId, profileId });
};

/** One's own words may always be taken back, whoever they are about. */
export const mayForget = (
  { profileId: writerId }: Viewer,
  profileId: ProfileId,
): Allowed<NotePair> => allow({ writerId, profileId });
