// Routes of producer requests, for applicants and administrators.
import type { Routes } from '@camarim/contract';
import type { BodyOf } from '@camarim/contract/route';
import { handlers } from '../../../platform/http/mount.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { viewOwnProfile } from '../../profiles/index.ts';
import { submitRequest } from './submit-request.ts';
import type { AccountDirectory } from './submit-request.ts';
import { decideOnProducer } from './decide-request.ts';
import { canApply, canReview } from './policy.ts';
import { viewByToken, viewOwnRequest, viewProducer, viewQueue } from './view-requests.ts';
import { withdrawRequest } from './withdraw-request.ts';

export const producerHandlers = (platform: Platform, people: AccountDirectory) => {
  const submit = async ({
    body,
    viewer,
  }: {
    body: BodyOf<Routes['POST /profiles/became-producer']>;
    viewer: Viewer;
  }) => {
    const { domainName } = await viewOwnProfile(platform, viewer.profileId);
    await submitRequest(platform, people, canApply(viewer), domainName, body);
    return { data: await viewOwnRequest(platform, viewer.profileId) };
  };
  return handlers({
    'POST /profiles/became-producer': submit,
    'POST /auth/became-producer': submit,
    'DELETE /profiles/became-producer': async ({ viewer }) => {
      await withdrawRequest(platform, canApply(viewer));
      return { data: await viewOwnRequest(platform, viewer.profileId) };
    },
    'GET /profiles/producer': async ({ viewer }) => ({
      data: await viewOwnRequest(platform, viewer.profileId),
    }),
    'GET /profiles/get-approve/{approveToken}': async ({ params, viewer }) => ({
      data: await viewByToken(platform, canReview(viewer), params.approveToken),
    }),
    'POST /profiles/approve-producer': async ({ body, viewer }) => ({
      data: await decideOnProducer(platform, people, canReview(viewer), body),
    }),
    'GET /dsb/producer': async ({ query: { limit, offset, stage, search }, viewer }) => ({
      data: await viewQueue(platform, canReview(viewer), {
        stage,
        search: search || null,
        limit,
        offset,
      }),
      limit,
      offset,
    }),
    'GET /dsb/producer/{producerId}': async ({ params, viewer }) => ({
      data: await viewProducer(platform, canReview(viewer), params.producerId),
    }),
  });
};
