// Routes of /profiles and /publics/profiles.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { countView, isProgram } from '../views/index.ts';
import { editProfile } from './edit-profile.ts';
import { createRecommendations } from './explore/recommend.ts';
import { exploreProducers } from './explore/view-explore.ts';
import { followProfile } from './follow-profile.ts';
import { likeProfile } from './like-profile.ts';
import { canEditProfile, canFollow, canLike } from './policy.ts';
import { standInFor } from './view-as.ts';
import { viewOwnDetails, viewPublicProfile } from './view-profiles.ts';

export const profilesHandlers = (ctx: Ctx) => {
  const recommend = createRecommendations(ctx);
  return handlers({
    'GET /profiles/recommended': async ({ viewer, query, context }) => ({
      data: await recommend(viewer, context.adult, query.limit),
    }),
    'GET /profiles/me': async ({ viewer }) => ({
      data: await viewOwnDetails(ctx, viewer.profileId),
    }),
    'PUT /profiles': async ({ viewer, body }) => ({
      data: await editProfile(ctx, canEditProfile(viewer), body),
    }),
    'GET /publics/profiles/{domainname}': async ({ params, query: { viewAs }, context }) => {
      const { requester, address, userAgent } = context;
      const domainName = params.domainname;
      const standIn = viewAs ? await standInFor(ctx, { domainName }, requester, viewAs) : null;
      const data = await viewPublicProfile(ctx, domainName, requester, standIn);
      if (!isProgram(userAgent))
        countView(
          ctx,
          { domainName: data.domainName },
          { profileId: requester.profileId, address, userAgent },
        );
      return { data };
    },
    'GET /publics/profiles/online': ({ query, context }) => exploreProducers(ctx, query, context),
    'POST /profiles/{id}/follow': async ({ params, body, viewer }) => ({
      data: await followProfile(ctx, await canFollow(ctx, viewer, params.id), body.following),
    }),
    'POST /profiles/{id}/like-profile': async ({ params, viewer }) => ({
      data: await likeProfile(ctx, await canLike(ctx, viewer, params.id), true),
    }),
    'DELETE /profiles/{id}/like-profile': async ({ params, viewer }) => ({
      data: await likeProfile(ctx, await canLike(ctx, viewer, params.id), false),
    }),
  });
};
