// Who may write notes about whom. Only its writer can read a note.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { hiddenAmong, summarise } from '../profiles/index.ts';
import type { NotePair } from './store.ts';

/**
 * Members may write about producers, producers about every member. Throws profile.notSelf, and
 * profile.notFound also for a profile that is hidden from the writer.
 */
export const canWriteNote = async (
  ctx: Ctx,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<NotePair>> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const [known, hidden] = await Promise.all([
    summarise(ctx, [profileId]),
    hiddenAmong(ctx.db, [profileId], viewer),
  ]);
  const about = known.get(profileId);
  if (!about || hidden.has(profileId) || !(about.producer || viewer.producer))
    throw new AppError('profile.notFound');
  return allow({ writerId: viewer.profileId, profileId });
};

/** The writer may always delete their note, also about a hidden profile. */
export const canDeleteNote = (
  { profileId: writerId }: Viewer,
  profileId: ProfileId,
): Allowed<NotePair> => allow({ writerId, profileId });
