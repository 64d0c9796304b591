// Performers on the wire: a producer's list, the person's own answer, and the review.
import type { PerformerId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerRequest, type Showing, viewRequest } from './answer.ts';
import { addPerformer, askAgain, type People, removePerformer } from './keep.ts';
import { mayKeep, mayReview, ownPerformer } from './policy.ts';
import { presentPerformer } from './present.ts';
import { decideOnPerformer, viewQueue } from './review.ts';
import { performerById, performersOf } from './store.ts';

export const performersHandlers = (
  platform: Platform,
  { showing, ...people }: People & { showing: Showing },
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
      data: await shown(await addPerformer(platform, people, mayKeep(viewer), body)),
    }),
    'POST /performers/{id}/ask': async ({ params, viewer }) => {
      await askAgain(platform, people, await ownPerformer(platform, params.id, viewer));
      return { data: await shown(params.id) };
    },
    'DELETE /performers/{id}': async ({ params, viewer }) => {
      await removePerformer(platform, await ownPerformer(platform, params.id, viewer));
      return { data: null };
    },
    'POST /publics/performers/view': async ({ body }) => ({
      data: await viewRequest(platform, body.token),
    }),
    'POST /publics/performers/answer': async ({ body }) => ({
      data: await answerRequest(platform, people, showing, body),
    }),
    'GET /dsb/performers': async ({ query, viewer }) => ({
      data: await viewQueue(platform, mayReview(viewer), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/performers/{id}': async ({ params, body, viewer }) => ({
      data: await decideOnPerformer(platform, people, showing, mayReview(viewer), params.id, body),
    }),
  });
};
