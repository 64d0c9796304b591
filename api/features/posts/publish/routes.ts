// Creating, reading, editing and deleting posts on the wire.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { performersIn } from '../../verifications/index.ts';
import { canPublish, ownPost } from '../policy.ts';
import { standingIn } from '../feed/feeds.ts';
import { viewPost } from '../view-posts.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { archivePost, editPost, pinPost } from './edit-post.ts';
import { labelPost } from './label-post.ts';
import { addMedias, removeMedia } from './post-medias.ts';

/** Undefined leaves the instant as it is, null removes it. */
const instantOf = (text: string | null | undefined): Date | null | undefined =>
  typeof text === 'string' ? new Date(text) : text;

const changesOf = ({
  price,
  public: isPublic,
  tip,
  startWhen,
  expiration,
  ...rest
}: BodyOf<Routes['PUT /posts/{id}']>) =>
  ({
    ...rest,
    priceCentavos: price,
    audience: isPublic === undefined ? undefined : isPublic ? 'public' : 'members',
    tipsEnabled: tip,
    startWhen: instantOf(startWhen) ?? undefined,
    expiresAt: instantOf(expiration),
  }) as const;

export const publishHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'POST /posts': async ({ body, viewer, context }) => {
      const { startWhen, expiration, ...rest } = body;
      const id = await createPost(
        ctx,
        canPublish(viewer),
        {
          ...rest,
          startWhen: instantOf(startWhen) ?? null,
          expiresAt: instantOf(expiration) ?? null,
        },
        context.idempotencyKey,
      );
      return { data: await viewPost(ctx, id, context) };
    },
    'GET /posts/{id}': async ({ params, query: { viewAs }, context }) => {
      const post = await viewPost(ctx, params.id, context);
      if (!viewAs) return { data: post };
      const reader = await standingIn(ctx, { id: post.profileId as ProfileId }, context, viewAs);
      return { data: await viewPost(ctx, params.id, reader) };
    },
    'GET /posts/{id}/detail': async ({ params, viewer, context }) => {
      const { row } = await ownPost(ctx, params.id, viewer);
      const [post, performers] = await Promise.all([
        viewPost(ctx, row.id, context),
        performersIn(ctx.db, row.id),
      ]);
      return { data: { ...post, performers } };
    },
    'PUT /posts/{id}': async ({ params, body, viewer, context }) => {
      await editPost(ctx, await ownPost(ctx, params.id, viewer), changesOf(body));
      return { data: await viewPost(ctx, params.id, context) };
    },
    'POST /posts/{id}/medias': async ({ params, body, viewer, context }) => {
      await addMedias(
        ctx,
        await ownPost(ctx, params.id, viewer),
        body.medias,
        context.idempotencyKey,
      );
      return { data: await viewPost(ctx, params.id, context) };
    },
    'DELETE /posts/{postId}/medias/{mediaId}': async ({ params, viewer, context }) => {
      await removeMedia(ctx, await ownPost(ctx, params.postId, viewer), params.mediaId);
      return { data: await viewPost(ctx, params.postId, context) };
    },
    'POST /posts/{id}/archive': async ({ params, viewer }) => ({
      data: await archivePost(ctx, await ownPost(ctx, params.id, viewer), true),
    }),
    'POST /posts/{id}/unarchive': async ({ params, viewer }) => ({
      data: await archivePost(ctx, await ownPost(ctx, params.id, viewer), false),
    }),
    'POST /posts/{id}/pin': async ({ params, body, viewer }) => ({
      data: await pinPost(ctx, await ownPost(ctx, params.id, viewer), body.pinned),
    }),
    'POST /dsb/posts/{id}/ai': async ({ params, body, viewer }) => ({
      data: await labelPost(ctx, services, viewer, params.id, body),
    }),
    'DELETE /posts/{id}': async ({ params, viewer }) => {
      await deletePost(ctx, await ownPost(ctx, params.id, viewer));
      return { data: null };
    },
  });
