// Routes of performers: the producer's list, the performer's answer, and the review.
import type { PerformerId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { answerRequest, type PostVisibility, viewRequest } from './answer.ts';
import { addPerformer, resendRequest, type ContactLookup, removePerformer } from './register.ts';
import { canManagePerformers, canReview, canManagePerformer } from './policy.ts';
import { presentPerformer } from './register.ts';
import { decideOnPerformer, viewQueue } from './review.ts';
import { performerById, performersOf } from './store.ts';

export const performersHandlers = (
  platform: Platform,
  { postVisibility, ...people }: ContactLookup & { postVisibility: PostVisibility },
) => {
  const shown = async (id: PerformerId) => {
    const row = await performerById(platform.db, id);
    if (!row) throw new AppError('performer.notFound');
    return presentPerformer(row);
  };
  return handlers({
    'GET /performers': async ({ viewer }) => ({
      data: (await performersOf(platform.db, viewer.profileId)).map(presentPerformer),
    }),
    'POST /performers': async ({ body, viewer }) => ({
      data: await shown(await addPerformer(platform, people, canManagePerformers(viewer), body)),
    }),
    'POST /performers/{id}/ask': async ({ params, viewer }) => {
      await resendRequest(platform, people, await canManagePerformer(platform, params.id, viewer));
      return { data: await shown(params.id) };
    },
    'DELETE /performers/{id}': async ({ params, viewer }) => {
      await removePerformer(platform, await canManagePerformer(platform, params.id, viewer));
      return { data: null };
    },
    'POST /publics/performers/view': async ({ body }) => ({
      data: await viewRequest(platform, body.token),
    }),
    'POST /publics/performers/answer': async ({ body }) => ({
      data: await answerRequest(platform, people, postVisibility, body),
    }),
    'GET /dsb/performers': async ({ query, viewer }) => ({
      data: await viewQueue(platform, canReview(viewer), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/performers/{id}': async ({ params, body, viewer }) => ({
      data: await decideOnPerformer(
        platform,
        people,
        postVisibility,
        canReview(viewer),
        params.id,
        body,
      ),
    }),
  });
};
