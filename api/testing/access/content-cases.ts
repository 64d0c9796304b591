// Access cases of posts, media, vault and comments.
import type { RouteKey } from '@camarim/contract';
import { ANY_ID, type AccessCase, byId, hidden } from './access-case.ts';

export const CONTENT_CASES = {
  'GET /posts/timeline': 'member',
  'GET /posts/me': 'member',
  'GET /posts/unpublished': 'producer',
  'GET /profiles/{domainname}/posts': 'anyone',
  'GET /publics/posts/featured': 'anyone',
  'POST /posts': {
    for: 'producer',
    refused: 'upload.notFound',
    resources: ({ uploadKey }) => ({
      body: { medias: [{ key: uploadKey, contentType: 'image/jpeg' }] },
    }),
  },
  'GET /posts/{id}': byId('anyone', 'post.notFound', hidden),
  'GET /posts/search': 'anyone',
  'GET /posts/suggestions': 'anyone',
  'GET /posts/archiveds': 'producer',
  'GET /posts/calendar': 'producer',
  'GET /posts/saveds': 'member',
  'GET /posts/likeds': 'member',
  'GET /posts/{id}/detail': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId),
  'PUT /posts/{id}': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId, {
    text: 'meu agora',
  }),
  'POST /posts/{id}/medias': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId, {
    medias: [{ id: ANY_ID }],
  }),
  'DELETE /posts/{postId}/medias/{mediaId}': {
    for: 'producer',
    refused: 'post.notFound',
    resources: ({ lockedPostId, postMediaId }) => ({
      params: { postId: lockedPostId, mediaId: postMediaId },
    }),
  },
  'POST /posts/{id}/archive': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId),
  'POST /posts/{id}/unarchive': byId(
    'producer',
    'post.notFound',
    ({ lockedPostId }) => lockedPostId,
  ),
  'POST /posts/{id}/pin': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId, {
    pinned: true,
  }),
  'DELETE /posts/{id}': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId),
  'POST /posts/{id}/like': byId('member', 'post.notFound', hidden, { liked: true }),
  'POST /posts/{id}/save': byId('member', 'post.notFound', hidden, { saved: true }),
  'POST /posts/{id}/purchase': byId('member', 'post.notFound', hidden, { price: 500 }),

  'PUT /medias/{id}/captions/{language}': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({
      params: { id: postMediaId, language: 'pt' },
      body: { vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n' },
    }),
  },
  'DELETE /medias/{id}/captions/{language}': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ params: { id: postMediaId, language: 'pt' } }),
  },
  'PUT /medias/{id}/ai': {
    for: 'member',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ params: { id: postMediaId }, body: { ai: 'none' } }),
  },
  'GET /medias/{id}/credentials': {
    for: 'member',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ params: { id: postMediaId } }),
  },
  'GET /dsb/medias/{id}/credentials': 'admin',
  'POST /dsb/medias/{id}/ai': 'admin',
  'POST /dsb/posts/{id}/ai': 'admin',
  'GET /dsb/medias': 'admin',
  'POST /dsb/medias/{id}/retry': 'admin',
  'POST /dsb/medias/{id}/cancel': 'admin',
  'POST /dsb/medias/{id}/take-down': 'admin',
  'GET /profiles/gallery': 'producer',
  'GET /profiles/{profileId}/gallery': {
    for: 'member',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ params: { profileId: shyId } }),
  },
  'GET /publics/profiles/{profileId}/gallery': {
    for: 'anyone',
    refused: 'profile.notFound',
    resources: () => ({ params: { profileId: ANY_ID } }),
  },
  'POST /profiles/gallery/{mediaId}': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ params: { mediaId: postMediaId } }),
  },
  'DELETE /profiles/gallery/{mediaId}': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ params: { mediaId: postMediaId } }),
  },

  'GET /vault/folders': 'producer',
  'POST /vault/folders': 'producer',
  'PUT /vault/folders/{id}': byId('producer', 'folder.notFound', ({ folderId }) => folderId, {
    name: 'minha',
  }),
  'DELETE /vault/folders/{id}': byId('producer', 'folder.notFound', ({ folderId }) => folderId),
  'GET /vault/medias': {
    for: 'producer',
    refused: 'folder.notFound',
    resources: ({ folderId }) => ({ query: { folder: folderId } }),
  },
  'POST /vault/medias': {
    for: 'producer',
    refused: 'upload.notFound',
    resources: ({ uploadKey }) => ({
      body: { medias: [{ key: uploadKey, contentType: 'image/jpeg' }] },
    }),
  },
  'PUT /vault/medias': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ body: { ids: [postMediaId], folderId: null } }),
  },
  'PUT /vault/medias/{id}': byId('producer', 'media.notFound', ({ postMediaId }) => postMediaId, {
    title: 'minha',
  }),
  'POST /vault/medias/discard': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ body: { ids: [postMediaId] } }),
  },
  'GET /vault/medias/{id}/posts': byId(
    'producer',
    'media.notFound',
    ({ postMediaId }) => postMediaId,
  ),

  'GET /comments': {
    for: 'anyone',
    refused: 'post.locked',
    resources: ({ lockedPostId }) => ({ query: { filter: `post_id:eq:${lockedPostId}` } }),
  },
  'GET /comments/{id}/replies': byId(
    'anyone',
    'post.locked',
    ({ lockedCommentId }) => lockedCommentId,
  ),
  'POST /comments': {
    for: 'member',
    refused: 'post.locked',
    resources: ({ lockedPostId }) => ({ body: { postId: lockedPostId, text: 'oi' } }),
  },
  'DELETE /comments/{id}': byId('member', 'comment.notFound', ({ commentId }) => commentId),
  'POST /comments/{id}/like': byId(
    'member',
    'post.locked',
    ({ lockedCommentId }) => lockedCommentId,
  ),
  'POST /comments/{id}/unlike': byId(
    'member',
    'post.locked',
    ({ lockedCommentId }) => lockedCommentId,
  ),
} satisfies Partial<Record<RouteKey, AccessCase>>;
