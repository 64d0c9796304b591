// All refusals of the access walk: those of the table for every role, and those that need a
// particular owner or state.
import type { RouteKey } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import { ANY_ID, type CallInput, type Role, ROLES } from './access-case.ts';
import { audienceOf, accessCases, expectedRefusal } from './cases.ts';
import type { ForeignResources } from './foreign-resources.ts';

/** A call that must be refused for `role`, with the resources that it names. */
export type Refusal = {
  role: Role;
  key: RouteKey;
  refused: ErrorCode;
  resources: (resources: ForeignResources) => CallInput;
};

const NOTHING = (): CallInput => ({});

const tableRefusals: Refusal[] = ROLES.flatMap((role) =>
  accessCases.flatMap(([key, one]) => {
    const closed = expectedRefusal(audienceOf(one), role);
    const resources = typeof one === 'string' ? NOTHING : one.resources;
    if (closed) return [{ role, key, refused: closed, resources }];
    return typeof one === 'string' ? [] : [{ role, key, refused: one.refused, resources }];
  }),
);

const as = (
  role: Role,
  key: RouteKey,
  refused: ErrorCode,
  resources: Refusal['resources'],
): Refusal => ({
  role,
  key,
  refused,
  resources,
});
const tip = (
  role: Role,
  refused: ErrorCode,
  to: (resources: ForeignResources) => object,
): Refusal =>
  as(role, 'POST /funds/tips', refused, (resources) => ({
    body: { ...to(resources), value: 500 },
  }));
const profile = (
  role: Role,
  key: RouteKey,
  refused: ErrorCode,
  id: (resources: ForeignResources) => string,
  body?: object,
): Refusal =>
  as(role, key, refused, (resources) => ({
    params: { id: id(resources), profileId: id(resources) },
    ...(body && { body }),
  }));

const byCard = (profileCardId: string): CallInput => ({
  body: { paymentMethodKey: 'card', value: 5_000, profileCardId, ageConfirmed: true },
});

const shy = ({ shyId }: ForeignResources): string => shyId;
const mine = ({ ownId }: ForeignResources): string => ownId;

export const specialRefusals: readonly Refusal[] = [
  as('member', 'POST /comments', 'comment.off', ({ ownPostId }) => ({
    body: { postId: ownPostId, text: 'oi' },
  })),
  as('member', 'POST /comments', 'comment.notFound', ({ openPostId }) => ({
    body: { postId: openPostId, text: 'oi', replyTo: ANY_ID },
  })),
  as('member', 'POST /comments', 'comment.notFound', ({ openPostId, shyCommentId }) => ({
    body: { postId: openPostId, text: 'oi', replyTo: shyCommentId },
  })),
  as('member', 'POST /comments', 'comment.notFound', ({ openPostId, goneCommentId }) => ({
    body: { postId: openPostId, text: 'oi', replyTo: goneCommentId },
  })),
  as('member', 'POST /comments', 'comment.notFound', ({ openPostId, lockedCommentId }) => ({
    body: { postId: openPostId, text: 'oi', replyTo: lockedCommentId },
  })),
  as('member', 'GET /comments/{id}/replies', 'comment.notFound', () => ({
    params: { id: ANY_ID },
  })),
  as('member', 'GET /comments/{id}/replies', 'comment.notFound', ({ shyCommentId }) => ({
    params: { id: shyCommentId },
  })),
  as('member', 'GET /comments/{id}/replies', 'comment.notFound', ({ commentUnderShyId }) => ({
    params: { id: commentUnderShyId },
  })),
  as('member', 'POST /comments/{id}/like', 'comment.notFound', ({ goneCommentId }) => ({
    params: { id: goneCommentId },
  })),
  as('member', 'POST /comments/{id}/like', 'comment.notFound', () => ({ params: { id: ANY_ID } })),
  as('member', 'POST /comments/{id}/like', 'comment.notFound', ({ shyCommentId }) => ({
    params: { id: shyCommentId },
  })),
  as('member', 'POST /comments/{id}/like', 'comment.notFound', ({ commentUnderShyId }) => ({
    params: { id: commentUnderShyId },
  })),
  as('member', 'DELETE /comments/{id}', 'comment.notFound', () => ({ params: { id: ANY_ID } })),
  as('member', 'DELETE /comments/{id}', 'comment.notFound', ({ goneCommentId }) => ({
    params: { id: goneCommentId },
  })),

  tip('producer', 'profile.notFound', ({ fanId }) => ({ toProfileId: fanId })),
  tip('producer', 'profile.notFound', ({ shyId }) => ({ toProfileId: shyId })),
  tip('producer', 'profile.notSelf', ({ ownId }) => ({ toProfileId: ownId })),
  tip('producer', 'profile.notSelf', ({ ownPostId }) => ({ postId: ownPostId })),
  tip('producer', 'profile.notSelf', ({ ownGoalId }) => ({ goalId: ownGoalId })),
  as('producer', 'POST /collections/{id}/purchase', 'collection.notForSale', (resources) => ({
    params: { id: resources.ownCollectionId },
    body: { price: 500, postIds: [ANY_ID] },
  })),
  as('member', 'GET /collections', 'profile.notFound', ({ shyId }) => ({
    query: { profileId: shyId },
  })),
  tip('producer', 'goal.notFound', ({ shyGoalId }) => ({ goalId: shyGoalId })),
  as('member', 'POST /funds', 'wallet.methodUnavailable', () => ({
    body: { paymentMethodKey: 'paypal', value: 5_000 },
  })),
  as('member', 'POST /funds', 'card.notFound', ({ ownAccountId }) => byCard(ownAccountId)),
  as('member', 'POST /funds', 'card.refusedForGood', ({ refusedCardId }) => byCard(refusedCardId)),
  as('member', 'POST /funds', 'card.activating', ({ activatingCardId }) =>
    byCard(activatingCardId),
  ),
  as('member', 'POST /funds', 'wallet.methodUnavailable', ({ strandedCardId }) =>
    byCard(strandedCardId),
  ),
  tip('member', 'post.tipsOff', ({ noTipsPostId }) => ({ postId: noTipsPostId })),
  as('producer', 'POST /posts', 'performer.notReady', ({ performerId }) => ({
    body: { text: 'oi', performerIds: [performerId] },
  })),
  as('producer', 'PUT /posts/{id}', 'performer.notReady', ({ ownPostId, performerId }) => ({
    params: { id: ownPostId },
    body: { performerIds: [performerId] },
  })),
  as('member', 'GET /goals', 'profile.notFound', ({ shyId }) => ({ query: { profileId: shyId } })),

  as('admin', 'POST /dsb/transactions/{id}/release', 'transaction.notFound', () => ({
    params: { id: ANY_ID },
    body: { reason: 'conferido' },
  })),
  as('admin', 'POST /dsb/performers/{id}', 'performer.notFound', () => ({
    params: { id: ANY_ID },
    body: { decision: 'approve' },
  })),
  as('admin', 'POST /dsb/reports/{id}', 'report.notFound', () => ({
    params: { id: ANY_ID },
    body: { outcome: 'dismissed', reason: 'conferido' },
  })),
  as('admin', 'POST /dsb/removals/{id}', 'removal.notFound', () => ({
    params: { id: ANY_ID },
    body: { outcome: 'refused', reason: 'conferido', found: 0 },
  })),
  as('admin', 'GET /dsb/removals/{id}/items', 'removal.notFound', () => ({
    params: { id: ANY_ID },
  })),
  as('admin', 'GET /dsb/fees/{producerId}', 'profile.notFound', () => ({
    params: { producerId: ANY_ID },
  })),
  as('admin', 'POST /dsb/cash-outs/{id}', 'cashOut.notFound', () => ({
    params: { id: ANY_ID },
    body: { approve: true },
  })),
  as('admin', 'POST /dsb/cash-outs/{id}', 'cashOut.alreadyDecided', ({ decidedCashOutId }) => ({
    params: { id: decidedCashOutId },
    body: { approve: true },
  })),
  as('admin', 'POST /dsb/statement-differences/{id}', 'statement.notFound', () => ({
    params: { id: ANY_ID },
    body: { reason: 'conferido' },
  })),

  profile('producer', 'POST /profiles/{id}/follow', 'profile.notSelf', mine),
  profile('producer', 'POST /profiles/{id}/follow', 'profile.notFound', () => ANY_ID),
  profile('producer', 'POST /profiles/{id}/follow', 'profile.notFound', shy),
  profile('producer', 'POST /profiles/{id}/block', 'profile.notSelf', mine),
  profile('producer', 'POST /profiles/{id}/block', 'profile.notFound', () => ANY_ID),
  profile('producer', 'POST /profiles/{profileId}/renew', 'profile.notSelf', mine, {
    price: 2_990,
  }),
  profile('producer', 'POST /profiles/{profileId}/renew', 'profile.notFound', shy, {
    price: 2_990,
  }),
  profile('producer', 'POST /profiles/{profileId}/renew/pix-automatico', 'profile.notSelf', mine, {
    price: 2_990,
  }),
  profile('producer', 'POST /profiles/{profileId}/renew/pix-automatico', 'profile.notFound', shy, {
    price: 2_990,
  }),
  profile('producer', 'POST /profiles/{profileId}/notes', 'profile.notSelf', mine, { raw: 'oi' }),
  profile('producer', 'POST /profiles/{profileId}/notes', 'profile.notFound', shy, { raw: 'oi' }),
  profile('member', 'POST /profiles/{profileId}/notes', 'profile.notFound', ({ fanId }) => fanId, {
    raw: 'oi',
  }),
];

export const refusals: readonly Refusal[] = [...specialRefusals, ...tableRefusals];
