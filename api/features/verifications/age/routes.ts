// Routes of age verification and age rules.
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canRequestVerification, canReview } from './policy.ts';
import { changeSettings, viewSettings } from './age.ts';
import { requestVerification, decideAge, viewAgeQueue, viewOwnAge } from './age.ts';
import type { ContactLookup } from './age.ts';

export const ageHandlers = (platform: Platform, people: ContactLookup) =>
  handlers({
    'GET /publics/age': async ({ viewer, http }) => {
      const { requires, proven, methods } = await platform.age.stateOf(
        http.request,
        async () => viewer,
      );
      return { data: { requires, proven, methods: [...methods] } };
    },
    'POST /publics/age': async ({ body, viewer, http }) => {
      const proof = await platform.age.prove(http, viewer, body.method);
      if (!proof) throw new AppError('age.notProven');
      return { data: { proof: proof.token, expiresAt: proof.expiresAt.toISOString() } };
    },
    'GET /profiles/age': async ({ viewer }) => ({
      data: await viewOwnAge(platform, viewer.profileId),
    }),
    'POST /profiles/age': async ({ body, viewer }) => {
      await requestVerification(platform, canRequestVerification(viewer), body);
      return { data: await viewOwnAge(platform, viewer.profileId) };
    },
    'GET /dsb/age': async ({ query, viewer }) => ({
      data: await viewAgeQueue(platform, canReview(viewer), query),
      ...query,
    }),
    'POST /dsb/age/{id}': async ({ params, body, viewer }) => ({
      data: {
        stage: await decideAge(platform, people, canReview(viewer), { id: params.id, ...body }),
      },
    }),
    'GET /dsb/age-settings': async ({ query }) => ({
      data: await viewSettings(platform, query.limit),
    }),
    'PUT /dsb/age-settings': async ({ body, viewer }) => ({
      data: { version: await changeSettings(platform, canReview(viewer), body) },
    }),
  });
