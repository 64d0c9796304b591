// Who may make each call of the contract, stated a second time on purpose, and how it refuses
// another person's resources.
import type { RouteKey } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import type { ForeignResources } from './foreign-resources.ts';

/** An id that belongs to no row. */
export const ANY_ID = '00000000-0000-7000-8000-000000000000';

export const ROLES = ['visitor', 'member', 'waiting', 'suspended', 'producer', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export type Audience = 'anyone' | 'member' | 'earner' | 'producer' | 'admin' | 'provider';

export type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
};
/**
 * Who may make a call; with the error code that refuses a resource of another person.
 */
export type AccessCase =
  | Audience
  | { for: Audience; refused: ErrorCode; resources: (resources: ForeignResources) => CallInput };

const byId = (
  audience: Audience,
  refused: ErrorCode,
  id: (resources: ForeignResources) => string,
  body?: unknown,
): AccessCase => ({
  for: audience,
  refused,
  resources: (resources) => ({
    params: { id: id(resources) },
    ...(body !== undefined && { body }),
  }),
});
const hidden = (resources: ForeignResources): string => resources.hiddenPostId;

/** A call without a case does not compile. */
export const ACCESS_CASES = {
  'GET /auth/captcha': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth': 'anyone',
  'GET /auth': 'member',
  'POST /auth/refresh-token': 'anyone',
  'POST /auth/logout': 'anyone',
  'POST /auth/forget': 'anyone',
  'POST /auth/reset': 'anyone',
  'POST /auth/remove': 'member',
  'POST /auth/remove-terms': 'anyone',
  'POST /auth/remove-confirm': 'anyone',
  'POST /auth/confirm-email': 'anyone',
  'POST /auth/confirm-email/send': 'member',
  'PUT /auth/password': 'member',
  'PUT /auth/email': 'member',
  'GET /profiles/sessions': 'member',
  'DELETE /profiles/sessions/{id}': byId(
    'member',
    'session.notFound',
    ({ sessionId }) => sessionId,
  ),
  'DELETE /profiles/sessions': 'member',

  'GET /exports': 'member',
  'POST /exports': 'member',
  'GET /exports/{id}/address': byId('member', 'export.notFound', ({ exportId }) => exportId),

  'GET /auth/google': 'anyone',
  'POST /auth/google': 'anyone',
  'GET /auth/facebook': 'anyone',
  'POST /auth/facebook': 'anyone',
  'GET /auth/twitter': 'anyone',
  'POST /auth/twitter': 'anyone',
  'POST /auth/identities': 'anyone',
  'GET /auth/identities': 'member',
  'DELETE /auth/identities/{provider}': 'member',

  'POST /auth/second-factor': 'anyone',
  'GET /auth/second-factor': 'member',
  'POST /auth/second-factor/totp': 'member',
  'PUT /auth/second-factor/totp': 'member',
  'DELETE /auth/second-factor/totp': 'member',
  'POST /auth/second-factor/recovery-codes': 'member',
  'POST /auth/passkeys/options': 'member',
  'POST /auth/passkeys': {
    for: 'member',
    refused: 'token.invalid',
    resources: ({ passkeyTicket }) => ({
      body: { ticket: passkeyTicket, passkey: { id: 'x', response: {} }, name: 'minha' },
    }),
  },
  'DELETE /auth/passkeys/{id}': byId(
    'member',
    'secondFactor.notFound',
    ({ passkeyId }) => passkeyId,
  ),
  'POST /auth/step-up/options': 'member',
  'POST /auth/step-up': 'member',

  'GET /auth/private-upload/{type}': 'producer',
  'GET /auth/public-upload/{type}': 'member',
  'GET /auth/multi-upload/{encodedName}/{partCount}': 'producer',
  'GET /auth/multi-upload': {
    for: 'producer',
    refused: 'upload.notFound',
    resources: ({ uploadKey }) => ({ query: { key: uploadKey, uploadId: ANY_ID, size: '10' } }),
  },
  'POST /auth/multi-upload': {
    for: 'producer',
    refused: 'upload.notFound',
    resources: ({ uploadKey }) => ({
      body: { key: uploadKey, uploadId: ANY_ID, parts: [{ partNumber: 1, etag: 'x' }] },
    }),
  },
  'DELETE /auth/multi-upload': {
    for: 'producer',
    refused: 'upload.notFound',
    resources: ({ uploadKey }) => ({ query: { key: uploadKey, uploadId: ANY_ID } }),
  },
  'GET /auth/doc-public-upload/any': 'member',

  'GET /publics/age': 'anyone',
  'POST /publics/age': 'anyone',
  'GET /profiles/age': 'member',
  'POST /profiles/age': 'member',
  'GET /dsb/age': 'admin',
  'POST /dsb/age/{id}': 'admin',
  'GET /dsb/age-settings': 'admin',
  'PUT /dsb/age-settings': 'admin',

  'GET /profiles/me': 'member',
  'PUT /profiles': {
    for: 'member',
    refused: 'upload.notFound',
    resources: ({ avatarKey }) => ({ body: { profileImageKey: avatarKey } }),
  },
  'GET /publics/profiles/{domainname}': 'anyone',
  'GET /profiles/notes': 'member',
  'GET /profiles/{profileId}/notes': {
    for: 'member',
    refused: 'profile.notFound',
    resources: () => ({ params: { profileId: ANY_ID } }),
  },
  'POST /profiles/{profileId}/notes': {
    for: 'member',
    refused: 'profile.notFound',
    resources: () => ({ params: { profileId: ANY_ID }, body: { raw: 'oi' } }),
  },
  'DELETE /profiles/{profileId}/notes': 'member',
  'GET /follows/followings': 'member',
  'GET /follows/followers': 'member',
  'GET /profiles/welcome': 'producer',
  'POST /profiles/welcome': {
    for: 'producer',
    refused: 'media.notFound',
    resources: ({ postMediaId }) => ({ body: { message: 'oi', medias: [{ id: postMediaId }] } }),
  },
  'DELETE /profiles/welcome': 'producer',
  'GET /publics/profiles/online': 'anyone',
  'POST /profiles/{id}/follow': 'member',
  'POST /profiles/{id}/like-profile': 'member',
  'DELETE /profiles/{id}/like-profile': 'member',
  'POST /profiles/{id}/block': 'member',
  'POST /profiles/{id}/unblock': 'member',
  'GET /profiles/blockeds': 'member',
  'GET /profiles/geolocation-block': 'producer',
  'POST /profiles/geolocation-block': 'producer',
  'DELETE /profiles/geolocation-block/{id}': byId(
    'producer',
    'geoBlock.notFound',
    ({ geoBlockId }) => geoBlockId,
  ),
  'POST /profiles/became-producer': 'member',
  'POST /auth/became-producer': 'member',
  'DELETE /profiles/became-producer': 'member',
  'GET /profiles/producer': 'member',
  'GET /profiles/get-approve/{approveToken}': 'admin',
  'POST /profiles/approve-producer': 'admin',
  'GET /dsb/producer': 'admin',
  'GET /dsb/producer/{producerId}': 'admin',
  'GET /performers': 'producer',
  'POST /performers': 'producer',
  'POST /performers/{id}/ask': byId(
    'producer',
    'performer.notFound',
    ({ performerId }) => performerId,
  ),
  'DELETE /performers/{id}': byId(
    'producer',
    'performer.notFound',
    ({ performerId }) => performerId,
  ),
  'POST /publics/performers/view': 'anyone',
  'POST /publics/performers/answer': 'anyone',
  'GET /dsb/performers': 'admin',
  'POST /dsb/performers/{id}': 'admin',
  'GET /publics/policies': 'anyone',
  'GET /publics/policies/{name}/versions': 'anyone',
  'GET /publics/policies/{name}/versions/{version}': 'anyone',
  'POST /profiles/policies': 'member',
  'GET /publics/faqs/{all}/{product}': 'anyone',
  'POST /profiles/help': 'member',
  'GET /profiles/help': 'member',
  'GET /dsb/help': 'admin',
  'POST /dsb/help/{id}': 'admin',
  'POST /reports': 'anyone',
  'GET /dsb/reports': 'admin',
  'POST /dsb/reports/{id}': 'admin',
  'GET /publics/countries': 'anyone',
  'GET /publics/states': 'anyone',
  'GET /publics/cities/{stateCode}': 'anyone',

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

  'GET /funds': 'member',
  'GET /funds/methods': 'member',
  'POST /funds': 'member',
  'GET /funds/charges': 'member',
  'GET /funds/charges/{id}': byId('member', 'charge.notFound', ({ chargeId }) => chargeId),
  'GET /funds/charges/{id}/slip': byId('member', 'charge.notFound', ({ chargeId }) => chargeId),
  'GET /funds/cards': 'member',
  'GET /funds/payments': 'member',
  'POST /funds/cards': 'member',
  'PUT /funds/cards/{id}': {
    for: 'member',
    refused: 'card.notFound',
    resources: ({ savedPaymentId }) => ({
      params: { id: savedPaymentId },
      body: { default: true },
    }),
  },
  'DELETE /funds/cards/{id}': byId(
    'member',
    'card.notFound',
    ({ savedPaymentId }) => savedPaymentId,
  ),
  'GET /funds/bin/{bin}': 'member',
  'GET /funds/cards/{id}/authentication': {
    for: 'member',
    refused: 'card.notFound',
    resources: ({ savedPaymentId }) => ({
      params: { id: savedPaymentId },
      query: { value: '5000' },
    }),
  },
  'GET /funds/rede-access-token': 'member',
  'GET /funds/cielo-access-token': 'member',
  'GET /funds/sitef-access-token/{bin}': 'member',
  'GET /funds/credit-limit': 'member',
  'GET /funds/bills-data': 'member',
  'POST /funds/accept-bills': 'member',
  'POST /funds/generatePaypalOrder': 'member',
  'POST /funds/tips': {
    for: 'member',
    refused: 'post.notFound',
    resources: ({ hiddenPostId }) => ({ body: { postId: hiddenPostId, value: 500 } }),
  },
  'GET /funds/earnings-balance': 'earner',
  'GET /funds/statements': 'member',
  'GET /funds/statements/export': 'member',
  'GET /publics/funds/statement-key': 'anyone',
  'GET /publics/funds/statement-verifier': 'anyone',
  'GET /dsb/debts': 'admin',
  'GET /funds/earnings': 'earner',
  'GET /funds/earnings/export': 'earner',
  'GET /dsb/fees/{producerId}': 'admin',
  'PUT /dsb/fees/{producerId}': 'admin',
  'GET /funds/spend-limits': 'member',
  'PUT /funds/spend-limits': 'member',
  'GET /funds/receipts/{id}': byId('member', 'receipt.notFound', ({ transferId }) => transferId),
  'GET /dsb/transactions': 'admin',
  'POST /dsb/transactions/{id}/release': 'admin',
  'POST /dsb/transactions/{id}/reverse': 'admin',
  'POST /dsb/transactions/{id}/reverse-payment': 'admin',
  'POST /dsb/transactions/{id}/charge-back': 'admin',
  'GET /funds/cash-outs': 'earner',
  'GET /funds/cash-outs/terms': 'earner',
  'POST /funds/cash-outs': {
    for: 'earner',
    refused: 'cashOut.unavailable',
    resources: ({ bankAccountId }) => ({ body: { value: 10_000, bankAccountId } }),
  },
  'GET /dsb/cash-outs': 'admin',
  'POST /dsb/cash-outs/{id}': 'admin',
  'GET /dsb/statement-days': 'admin',
  'GET /dsb/statement-differences': 'admin',
  'POST /dsb/statement-differences/{id}': 'admin',
  'GET /publics/banks': 'anyone',
  'GET /banks': 'earner',
  'POST /banks': 'earner',
  'DELETE /banks/{id}': byId('earner', 'bank.notFound', ({ bankAccountId }) => bankAccountId),
  'POST /banks/{id}/default': byId('earner', 'bank.notFound', ({ bankAccountId }) => bankAccountId),
  'GET /funds/challenges/{id}': 'provider',
  'POST /funds/challenges/{id}': 'provider',
  'POST /funds/webhooks/{provider}': 'provider',
  'POST /funds/webhooks/{provider}/pix': 'provider',
  'POST /funds/webhooks/{provider}/rec': 'provider',
  'POST /funds/webhooks/{provider}/cobr': 'provider',
  'GET /profiles/notifications': 'member',

  'GET /tiers': 'producer',
  'POST /tiers/paid': 'producer',
  'POST /tiers/bundles': 'producer',
  'POST /tiers/promotions': 'producer',
  'DELETE /tiers/{id}': byId('producer', 'tier.notFound', ({ tierId }) => tierId),
  'DELETE /tiers/prices/{id}': byId('producer', 'tier.notFound', ({ bundleId }) => bundleId),
  'GET /publics/profiles/discount': 'anyone',
  'POST /profiles/{profileId}/renew': 'member',
  'POST /profiles/{profileId}/renew/pix-automatico': 'member',
  'DELETE /profiles/{id}/subscribe': byId(
    'member',
    'subscription.notFound',
    ({ producerId }) => producerId,
  ),
  'GET /subscriptions': 'member',
  'GET /goals': 'anyone',
  'POST /goals': 'producer',
  'DELETE /goals/{goalId}': {
    for: 'producer',
    refused: 'goal.notFound',
    resources: ({ goalId }) => ({ params: { goalId } }),
  },
} satisfies Record<RouteKey, AccessCase>;

export const accessCases = Object.entries(ACCESS_CASES) as [RouteKey, AccessCase][];
export const audienceOf = (one: AccessCase): Audience => (typeof one === 'string' ? one : one.for);

/** The error code with which the route guard refuses this role; null when it admits it. */
export const expectedRefusal = (audience: Audience, role: Role): ErrorCode | null => {
  if (audience === 'anyone' || audience === 'provider') return null;
  if (role === 'visitor') return 'auth.required';
  if (audience === 'earner' && role !== 'producer' && role !== 'suspended')
    return 'auth.producersOnly';
  if (audience === 'producer' && role !== 'producer') return 'auth.producersOnly';
  return audience === 'admin' && role !== 'admin' ? 'auth.adminsOnly' : null;
};
