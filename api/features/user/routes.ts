// Routes of /dsb/user.
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';
import { blockUser, unblockUser } from './block-user.ts';
import { addNote, viewNotes } from './notes.ts';
import { canReviewUsers } from './policy.ts';
import { viewDecisionsOn, viewFollowsOf, viewReportsOf, viewSessionsOf } from './view-records.ts';
import { viewUser, viewUsers } from './view-users.ts';

export const userHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/user': async ({ viewer, query }) => ({
      ...(await viewUsers(ctx, canReviewUsers(viewer), query)),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}': async ({ viewer, params: { userId } }) => ({
      data: await viewUser(ctx, canReviewUsers(viewer), userId),
    }),
    'GET /dsb/user/{userId}/sessions': async ({ viewer, params: { userId }, query }) => ({
      ...(await viewSessionsOf(ctx, canReviewUsers(viewer), userId, query)),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}/reports': async ({ viewer, params: { userId }, query }) => ({
      ...(await viewReportsOf(ctx, canReviewUsers(viewer), userId, query)),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}/decisions': async ({
      viewer,
      params: { userId },
      query,
      context: { locale },
    }) => ({
      ...(await viewDecisionsOn(ctx, canReviewUsers(viewer), userId, { ...query, locale })),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}/follows': async ({ viewer, params: { userId }, query }) => ({
      ...(await viewFollowsOf(ctx, canReviewUsers(viewer), 'followings', userId, query)),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}/followers': async ({ viewer, params: { userId }, query }) => ({
      ...(await viewFollowsOf(ctx, canReviewUsers(viewer), 'followers', userId, query)),
      limit: query.limit,
    }),
    'GET /dsb/user/{userId}/notes': async ({ viewer, params: { userId }, query }) => ({
      ...(await viewNotes(ctx, canReviewUsers(viewer), userId, query)),
      limit: query.limit,
    }),
    'POST /dsb/user/{userId}/notes': async ({ viewer, params: { userId }, body, context }) => ({
      data: await addNote(ctx, canReviewUsers(viewer), userId, {
        text: body.text,
        key: context.idempotencyKey,
      }),
    }),
    'DELETE /dsb/user/{userId}': async ({ viewer, params: { userId }, body }) => ({
      data: {
        id: userId,
        blocked: await blockUser(ctx, canReviewUsers(viewer), userId, body),
      },
    }),
    'POST /dsb/user/{userId}/unblock': async ({ viewer, params: { userId }, body }) => {
      await unblockUser(ctx, canReviewUsers(viewer), userId, body.reason);
      return { data: { id: userId, blocked: false } };
    },
  });
