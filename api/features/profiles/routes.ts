// Routes of /profiles and /publics/profiles.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { editProfile } from './edit-profile.ts';
import { followProfile } from './follow-profile.ts';
import { likeProfile } from './like-profile.ts';
import { canEditProfile, canFollow, canLike } from './policy.ts';
import { viewOnlineProducers, viewOwnDetails, viewPublicProfile } from './view-profiles.ts';

export const profilesHandlers = (platform: Ctx) =>
  handlers({
    'GET /profiles/me': async ({ viewer }) => ({
      data: await viewOwnDetails(platform, viewer.profileId),
    }),
    'PUT /profiles': async ({ viewer, body }) => ({
      data: await editProfile(platform, canEditProfile(viewer), body),
    }),
    'GET /publics/profiles/{domainname}': async ({ params, context }) => ({
      data: await viewPublicProfile(platform, params.domainname, context.requester),
    }),
    'GET /publics/profiles/online': async ({ query, context }) => ({
      data: await viewOnlineProducers(platform, query, context.requester),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /profiles/{id}/follow': async ({ params, body, viewer }) => ({
      data: await followProfile(
        platform,
        await canFollow(platform, viewer, params.id),
        body.following,
      ),
    }),
    'POST /profiles/{id}/like-profile': async ({ params, viewer }) => ({
      data: await likeProfile(platform, await canLike(platform, viewer, params.id), true),
    }),
    'DELETE /profiles/{id}/like-profile': async ({ params, viewer }) => ({
      data: await likeProfile(platform, await canLike(platform, viewer, params.id), false),
    }),
  });
