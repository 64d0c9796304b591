// /posts on the wire: validated input to policy, policy to service, and what the service made back.
import type { PostId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPost } from './publish/create-post.ts';
import { deletePost } from './publish/delete-post.ts';
import { archivePost, editPost, pinPost } from './publish/edit-post.ts';
import { addMedias, removeMedia } from './publish/post-medias.ts';
import {
  featuredPosts,
  listPersonalPosts,
  ownPosts,
  profilePosts,
  calendarPosts,
  searchPosts,
  timeline,
  unpublishedPosts,
} from './feed/feeds.ts';
import { canPublish, ownPost, postForPurchase, visiblePost } from './policy.ts';
import type { PostView } from './present.ts';
import { purchasePost } from './purchase-post.ts';
import type { PurchaseLedger } from './purchase-post.ts';
import { performersIn } from '../performers/index.ts';
import { likePost, savePost } from './toggle-post.ts';
import { viewPosts } from './view-posts.ts';
import type { Reader } from './view-posts.ts';

const onePost = async (platform: Platform, id: PostId, reader: Reader): Promise<PostView> => {
  const [post] = await viewPosts(platform, [id], reader);
  if (!post) throw new AppError('post.notFound');
  return post;
};

/** Undefined stays undefined and null null: left out, and taken away. */
const instantOf = (text: string | null | undefined): Date | null | undefined =>
  typeof text === 'string' ? new Date(text) : text;

export const postsHandlers = (platform: Platform, { ledger }: { ledger: PurchaseLedger }) =>
  handlers({
    'GET /posts/timeline': ({ query, viewer, context: { locale, adult } }) =>
      timeline(platform, { requester: viewer, locale, adult }, query),
    'GET /posts/me': ({ query, viewer, context: { locale, adult } }) =>
      ownPosts(platform, { requester: viewer, locale, adult }, query),
    'GET /posts/unpublished': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await unpublishedPosts(platform, { requester: viewer, locale, adult }, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'GET /posts/calendar': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await calendarPosts(
        platform,
        { requester: viewer, locale, adult },
        { from: new Date(query.from), until: new Date(query.until) },
      ),
    }),
    'GET /posts/archiveds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(
        platform,
        { requester: viewer, locale, adult },
        'archived',
        query,
      ),
      ...query,
    }),
    'GET /posts/saveds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(platform, { requester: viewer, locale, adult }, 'saved', query),
      ...query,
    }),
    'GET /posts/likeds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(platform, { requester: viewer, locale, adult }, 'liked', query),
      ...query,
    }),
    'GET /profiles/{domainname}/posts': ({ params, query, context }) =>
      profilePosts(platform, context, params.domainname, query),
    'GET /posts/search': ({ query, context }) => searchPosts(platform, context, query),
    'GET /publics/posts/featured': async ({ query, context }) => ({
      data: await featuredPosts(platform, context, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /posts': async ({ body, viewer, context }) => {
      const { startWhen, expiration, ...rest } = body;
      const id = await createPost(
        platform,
        canPublish(viewer),
        {
          ...rest,
          startWhen: instantOf(startWhen) ?? null,
          expiresAt: instantOf(expiration) ?? null,
        },
        context.idempotencyKey,
      );
      return { data: await onePost(platform, id, context) };
    },
    'GET /posts/{id}': async ({ params, context }) => ({
      data: await onePost(platform, params.id, context),
    }),
    'GET /posts/{id}/detail': async ({ params, viewer, context }) => {
      const { row } = await ownPost(platform, params.id, viewer);
      const [post, performers] = await Promise.all([
        onePost(platform, row.id, context),
        performersIn(platform.db, row.id),
      ]);
      return { data: { ...post, performers } };
    },
    'PUT /posts/{id}': async ({
      params,
      body: { price, public: isPublic, tip, startWhen, expiration, ...rest },
      viewer,
      context,
    }) => {
      const audience = isPublic === undefined ? undefined : isPublic ? 'public' : 'members';
      const changes = {
        ...rest,
        priceCentavos: price,
        audience,
        tipsEnabled: tip,
        startWhen: instantOf(startWhen) ?? undefined,
        expiresAt: instantOf(expiration),
      } as const;
      await editPost(platform, await ownPost(platform, params.id, viewer), changes);
      return { data: await onePost(platform, params.id, context) };
    },
    'POST /posts/{id}/medias': async ({ params, body, viewer, context }) => {
      await addMedias(
        platform,
        await ownPost(platform, params.id, viewer),
        body.medias,
        context.idempotencyKey,
      );
      return { data: await onePost(platform, params.id, context) };
    },
    'DELETE /posts/{postId}/medias/{mediaId}': async ({ params, viewer, context }) => {
      await removeMedia(platform, await ownPost(platform, params.postId, viewer), params.mediaId);
      return { data: await onePost(platform, params.postId, context) };
    },
    'POST /posts/{id}/archive': async ({ params, viewer }) => ({
      data: await archivePost(platform, await ownPost(platform, params.id, viewer), true),
    }),
    'POST /posts/{id}/unarchive': async ({ params, viewer }) => ({
      data: await archivePost(platform, await ownPost(platform, params.id, viewer), false),
    }),
    'POST /posts/{id}/pin': async ({ params, body, viewer }) => ({
      data: await pinPost(platform, await ownPost(platform, params.id, viewer), body.pinned),
    }),
    'DELETE /posts/{id}': async ({ params, viewer }) => {
      await deletePost(platform, await ownPost(platform, params.id, viewer));
      return { data: null };
    },
    'POST /posts/{id}/like': async ({ params, body, viewer }) => ({
      data: await likePost(
        platform,
        await visiblePost(platform, params.id, viewer),
        viewer,
        body.liked,
      ),
    }),
    'POST /posts/{id}/save': async ({ params, body, viewer }) => ({
      data: await savePost(
        platform,
        await visiblePost(platform, params.id, viewer),
        viewer,
        body.saved,
      ),
    }),
    'POST /posts/{id}/purchase': async ({ params, body, viewer, context: { idempotencyKey } }) => ({
      data: await purchasePost(
        platform,
        ledger,
        await postForPurchase(platform, params.id, viewer),
        {
          price: body.price,
          key: idempotencyKey,
        },
      ),
    }),
  });
