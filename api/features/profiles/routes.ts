// /profiles and /publics/profiles on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { editProfile } from './edit-profile.ts';
import { followProfile } from './follow-profile.ts';
import { mayEdit, mayFollow } from './policy.ts';
import { viewOnlineProducers, viewOwnProfile, viewPublicProfile } from './view-profiles.ts';

export const profilesHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/me': async ({ viewer }) => ({ data: await viewOwnProfile(platform, viewer.profileId) }),
    'PUT /profiles': async ({ viewer, body }) => ({ data: await editProfile(platform, mayEdit(viewer), body) }),
    'GET /publics/profiles/{domainname}': async ({ params, viewer }) => ({ data: await viewPublicProfile(platform, params.domainname, viewer) }),
    'GET /publics/profiles/online': async ({ query, viewer }) => ({
      data: await viewOnlineProducers(platform, query, viewer),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /profiles/{id}/follow': async ({ params, body, viewer }) => ({
      data: await followProfile(platform, await mayFollow(platform, viewer, params.id), body.following),
    }),
  });
