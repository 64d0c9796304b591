// Changing one's own profile.
import type { BodyOf } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Platform } from '../../platform/platform.ts';
import type { OwnProfile } from './present.ts';
import { updateProfile } from './store.ts';
import type { ProfileChanges } from './store.ts';
import { viewOwnProfile } from './view-profiles.ts';

type Edits = BodyOf<Routes['PUT /profiles']>;

/** Applies what is given and leaves the rest; answers the profile after it. */
export const editProfile = async (platform: Platform, profileId: ProfileId, edits: Edits): Promise<OwnProfile> => {
  const changes: ProfileChanges = {
    ...(edits.exibitionName !== undefined && { display_name: edits.exibitionName }),
    ...(edits.about !== undefined && { about: edits.about }),
    ...(edits.defaultLanguage !== undefined && { default_language: edits.defaultLanguage }),
    ...(edits.settings !== undefined && { comments_enabled: edits.settings.enableComments }),
  };
  await updateProfile(platform.db, profileId, changes);
  return viewOwnProfile(platform, profileId);
};
