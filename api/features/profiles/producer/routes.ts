// Becoming a producer on the wire: asking, one's own state, and what administrators see and decide.
import type { Routes } from '@camarim/contract';
import type { BodyOf } from '@camarim/contract/route';
import { handlers } from '../../../platform/http/mount.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { viewOwnProfile } from '../view-profiles.ts';
import { askToProduce } from './ask.ts';
import type { People } from './ask.ts';
import { decideOnProducer } from './decide.ts';
import { mayApply, mayReview } from './policy.ts';
import { viewByToken, viewOwnRequest, viewProducer, viewQueue } from './view.ts';
import { withdrawRequest } from './withdraw.ts';

export const producerHandlers = (platform: Platform, people: People) => {
  const ask = async ({
    body,
    viewer,
  }: {
    body: BodyOf<Routes['POST /profiles/became-producer']>;
    viewer: Viewer;
  }) => {
    const { domainName } = await viewOwnProfile(platform, viewer.profileId);
    await askToProduce(platform, people, mayApply(viewer), domainName, body);
    return { data: await viewOwnRequest(platform, viewer.profileId) };
  };
  return handlers({
    'POST /profiles/became-producer': ask,
    'POST /auth/became-producer': ask,
    'DELETE /profiles/became-producer': async ({ viewer }) => {
      await withdrawRequest(platform, mayApply(viewer));
      return { data: await viewOwnRequest(platform, viewer.profileId) };
    },
    'GET /profiles/producer': async ({ viewer }) => ({
      data: await viewOwnRequest(platform, viewer.profileId),
    }),
    'GET /profiles/get-approve/{approveToken}': async ({ params, viewer }) => ({
      data: await viewByToken(platform, mayReview(viewer), params.approveToken),
    }),
    'POST /profiles/approve-producer': async ({ body, viewer }) => ({
      data: await decideOnProducer(platform, people, mayReview(viewer), body),
    }),
    'GET /dsb/producer': async ({ query: { limit, offset, stage, search }, viewer }) => ({
      data: await viewQueue(platform, mayReview(viewer), {
        stage,
        search: search || null,
        limit,
        offset,
      }),
      limit,
      offset,
    }),
    'GET /dsb/producer/{producerId}': async ({ params, viewer }) => ({
      data: await viewProducer(platform, mayReview(viewer), params.producerId),
    }),
  });
};
