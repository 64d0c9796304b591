// Every route of administrators that names an item of a person: how the walk of staff rights calls
// it, and what it answers about an item of another person and about one of one's own.
import { type RouteKey, routes } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import { WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import type { RouteDefinition } from '@camarim/contract/route';
import { hasRight, type StaffRight, type StaffRole } from '@camarim/contract/staff';
import { MINUTE_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { TestApp } from '../../app.ts';
import { ANY_ID, type CallInput } from '../access-case.ts';
import type { StaffItems } from './items.ts';

/** What a call answers: 'done', or the code of its refusal. */
export type Answer = 'done' | ErrorCode;
export type StaffItemCase = {
  key: RouteKey;
  /** The item, where a route has several. */
  item?: string;
  call: (items: StaffItems, now: Date) => CallInput;
  /** About an item of another person; 'done' unless its state refuses it. */
  other?: Answer;
  /** About an item of one's own; decision.own unless given. */
  own?: Answer;
  /** Further rights that this item needs. */
  rights?: readonly StaffRight[];
};

const reason = 'Um motivo do teste';
type Get = (items: StaffItems) => string;
const byId = (id: Get, body?: object) => (items: StaffItems) => ({
  params: { id: id(items) },
  ...(body && { body }),
});
const ofProfile = (body?: object) => (items: StaffItems) => ({
  params: { producerId: items.profileId },
  ...(body && { body }),
});
const ofUser = (body?: object) => (items: StaffItems) => ({
  params: { userId: items.userId },
  ...(body && { body }),
});
/** Reading what is about oneself decides nothing. */
const read = (key: RouteKey, call: StaffItemCase['call']): StaffItemCase => ({
  key,
  call,
  own: 'done',
});

/** The ids by which the items of each queue are arranged, those of two parties twice. */
const WORK: Record<OpenWorkKind, readonly Get[]> = {
  producerRequest: [(items) => items.producerRequest],
  ageCheck: [(items) => items.ageRequest],
  performerCheck: [(items) => items.performer],
  report: [(items) => items.report, (items) => items.reportByThem],
  removalRequest: [(items) => items.removal],
  appeal: [
    (items) => items.appeal,
    (items) => items.appealAboutThem,
    (items) => items.appealAboutTheirOrder,
  ],
  helpTicket: [(items) => items.ticket],
  refundRequest: [(items) => items.refundRequest, (items) => items.refundFromThem],
  paymentReview: [(items) => items.paymentReview],
  dispute: [(items) => items.dispute],
  fraudAlert: [(items) => items.fraudAlert, (items) => items.fraudAlertAsProducer],
  cashOut: [(items) => items.cashOut],
  disputedOrder: [(items) => items.soldOrder, (items) => items.askedOrder],
  statementDifference: [(items) => items.chargeDifference, (items) => items.cashOutDifference],
  failedMedia: [(items) => items.failedMediaId],
  contentReview: [(items) => items.review, (items) => items.framesReview],
};

const arrangements = (key: RouteKey, body?: (now: Date) => object): readonly StaffItemCase[] =>
  OPEN_WORK.flatMap((kind) =>
    WORK[kind].map((id, index) => ({
      key,
      item: `${kind} ${index + 1}`,
      call: (items: StaffItems, now: Date) => ({
        params: { kind, id: id(items) },
        ...(body && { body: body(now) }),
      }),
      rights: [WORK_KINDS[kind].right],
    })),
  );

const READS: readonly StaffItemCase[] = [
  read('GET /dsb/user/{userId}', ofUser()),
  read('GET /dsb/user/{userId}/sessions', ofUser()),
  read('GET /dsb/user/{userId}/reports', ofUser()),
  read('GET /dsb/user/{userId}/decisions', ofUser()),
  read('GET /dsb/user/{userId}/follows', ofUser()),
  read('GET /dsb/user/{userId}/followers', ofUser()),
  read('GET /dsb/user/{userId}/notes', ofUser()),
  read('GET /dsb/user/{userId}/decisions', ofUser()),
  read('GET /dsb/user/{userId}/reports', (items) => ({
    ...ofUser()(items),
    query: { side: 'about' },
  })),
  read('GET /dsb/user/{userId}/sessions', ofUser()),
  read('GET /dsb/producer/{producerId}', ofProfile()),
  read('GET /profiles/get-approve/{approveToken}', ({ approveToken }) => ({
    params: { approveToken },
  })),
  read(
    'GET /dsb/performers/{id}/consents',
    byId(({ performer }) => performer),
  ),
  read('GET /dsb/reviews/producer/{producerId}', ofProfile()),
  read(
    'GET /dsb/removals/{id}/items',
    byId(({ removal }) => removal),
  ),
  read(
    'GET /dsb/medias/{id}/credentials',
    byId(({ mediaId }) => mediaId),
  ),
  // It has no picture, which is asked after the right.
  {
    key: 'GET /dsb/lives/frames/{id}/image',
    call: byId(({ frameId }) => frameId),
    own: 'frame.notFound',
    other: 'frame.notFound',
  },
  read('GET /dsb/fees/{producerId}', ofProfile()),
  read('GET /dsb/payout-rules/{producerId}', ofProfile()),
];

const CONTENT: readonly StaffItemCase[] = [
  { key: 'POST /dsb/posts/{id}/ai', call: byId(({ postId }) => postId, { ai: 'altered', reason }) },
  {
    key: 'POST /dsb/medias/{id}/ai',
    call: byId(({ mediaId }) => mediaId, { ai: 'altered', reason }),
  },
  // What the server is to try again is no decision about its owner, who may delete it as well.
  {
    key: 'POST /dsb/medias/{id}/retry',
    call: byId(({ failedMediaId }) => failedMediaId),
    own: 'media.notKept',
    other: 'media.notKept',
  },
  {
    key: 'POST /dsb/medias/{id}/cancel',
    call: byId(({ failedMediaId }) => failedMediaId),
    own: 'media.notInWork',
    other: 'media.notInWork',
  },
  {
    key: 'POST /dsb/reports/{id}',
    item: 'about them',
    call: byId(({ report }) => report, { outcome: 'dismissed', reason }),
  },
  {
    key: 'POST /dsb/reports/{id}',
    item: 'by them',
    call: byId(({ reportByThem }) => reportByThem, { outcome: 'dismissed', reason }),
  },
  {
    key: 'POST /dsb/reviews/{id}',
    item: 'a post',
    call: byId(({ review }) => review, { outcome: 'approved', version: 1 }),
  },
  {
    key: 'POST /dsb/reviews/{id}',
    item: 'frames of a show',
    call: byId(({ framesReview }) => framesReview, { outcome: 'approved', version: 1 }),
  },
  {
    key: 'POST /dsb/reviews/{id}/restore',
    call: byId(({ refusedReview }) => refusedReview, { reason }),
  },
  {
    key: 'POST /dsb/lives/{id}/decisions',
    call: byId(({ liveId }) => liveId, { decision: 'warn', reason }),
  },
  {
    key: 'POST /dsb/removals/{id}',
    call: byId(({ removal }) => removal, { outcome: 'refused', reason, found: 1 }),
  },
  {
    key: 'POST /dsb/medias/{id}/take-down',
    call: byId(({ mediaId }) => mediaId, { code: 'otherRule', reason }),
  },
  {
    key: 'POST /dsb/legal-holds',
    call: ({ profileId }) => ({ body: { subjectKind: 'account', subjectId: profileId, reason } }),
  },
  { key: 'POST /dsb/legal-holds/{id}/release', call: byId(({ hold }) => hold, { reason }) },
];

const PEOPLE: readonly StaffItemCase[] = [
  { key: 'POST /dsb/user/{userId}/notes', call: ofUser({ text: 'Uma nota' }) },
  {
    key: 'POST /dsb/age/{id}',
    call: byId(({ ageRequest }) => ageRequest, { verified: false, reason }),
  },
  {
    key: 'POST /dsb/performers/{id}',
    call: byId(({ performer }) => performer, { decision: 'reject', reason }),
  },
  {
    key: 'PUT /dsb/team/{userId}',
    call: ofUser({ role: 'support', reason }),
    other: 'team.notFound',
  },
  { key: 'DELETE /dsb/team/{userId}', call: ofUser({ reason }), other: 'team.notFound' },
  {
    key: 'POST /dsb/help/{id}',
    item: 'a question',
    call: byId(({ ticket }) => ticket, { answer: 'Sim' }),
  },
  {
    key: 'POST /dsb/help/{id}',
    item: 'a refund',
    call: byId(({ refundRequest }) => refundRequest, { answer: 'Sim' }),
  },
  {
    key: 'POST /dsb/help/{id}',
    item: 'a refund of a payment to them',
    call: byId(({ refundFromThem }) => refundFromThem, { answer: 'Sim' }),
  },
  {
    key: 'POST /dsb/help/{id}',
    item: 'an appeal',
    call: byId(({ appeal }) => appeal, { answer: 'Sim', outcome: 'upheld' }),
    rights: ['content.decide'],
  },
  {
    key: 'POST /dsb/help/{id}',
    item: 'an appeal about their order',
    call: byId(({ appealAboutTheirOrder }) => appealAboutTheirOrder, {
      answer: 'Sim',
      outcome: 'upheld',
    }),
    rights: ['content.decide', 'orders.decide'],
  },
  ...(['appealAgainstThem', 'appealAgainstAgreed'] as const).map((item) => ({
    key: 'POST /dsb/help/{id}' as const,
    item,
    call: byId((items) => items[item], { answer: 'Sim', outcome: 'upheld' }),
    rights: ['content.decide', 'users.decide'] as const,
    own: 'ticket.otherAdmin' as const,
  })),
  {
    key: 'POST /dsb/help/{id}',
    item: 'an appeal about them',
    call: byId(({ appealAboutThem }) => appealAboutThem, { answer: 'Sim', outcome: 'upheld' }),
    rights: ['content.decide'],
  },
];

const correction = (
  act: 'release' | 'reverse' | 'reverse-payment' | 'charge-back',
  other: Answer,
): StaffItemCase => ({
  key: `POST /dsb/transactions/{id}/${act}`,
  call: byId(({ transfer }) => transfer, { reason }),
  other,
});

const MONEY: readonly StaffItemCase[] = [
  ...(['soldOrder', 'askedOrder'] as const).map((item) => ({
    key: 'POST /dsb/orders/{id}' as const,
    item,
    call: byId((items) => items[item], { outcome: 'settle', reason }),
  })),
  ...(['fraudAlert', 'fraudAlertAsProducer'] as const).map((item) => ({
    key: 'POST /dsb/fraud/{id}' as const,
    item,
    call: byId((items) => items[item], { decision: 'release', reason }),
  })),
  ...(['chargeDifference', 'cashOutDifference'] as const).map((item) => ({
    key: 'POST /dsb/statement-differences/{id}' as const,
    item,
    call: byId((items) => items[item], { reason }),
  })),
  {
    key: 'POST /dsb/disputes/{id}',
    call: byId(({ dispute }) => dispute, { decision: 'answered', reason }),
  },
  correction('release', 'wallet.insufficient'),
  correction('reverse', 'done'),
  correction('reverse-payment', 'transaction.alreadyReversed'),
  correction('charge-back', 'transaction.alreadyReversed'),
  {
    key: 'POST /dsb/cash-outs/{id}',
    call: byId(({ cashOut }) => cashOut, { approve: false, reason }),
    // Nothing was set aside for it.
    other: 'wallet.insufficient',
  },
  {
    key: 'POST /dsb/cash-outs',
    call: ({ profileId }) => ({ body: { profileId, value: 1_000, reason } }),
    other: 'user.notBlocked',
  },
  { key: 'PUT /dsb/fees/{producerId}', call: ofProfile({ feeBps: 500, reason }) },
  {
    key: 'PUT /dsb/payout-rules/{producerId}',
    call: ofProfile({
      hold: null,
      reservePercent: 5,
      review: 'always',
      cardReviewFrom: null,
      note: reason,
    }),
  },
];

/** Last, because they end what the others are about. */
const ACCOUNTS: readonly StaffItemCase[] = [
  {
    key: 'POST /profiles/approve-producer',
    call: ({ profileId }) => ({ body: { producerId: profileId, decision: 'suspend', reason } }),
  },
  { key: 'DELETE /dsb/user/{userId}', call: ofUser({ reason }) },
  { key: 'POST /dsb/user/{userId}/unblock', call: ofUser({ reason }) },
];

export const STAFF_ITEM_CASES: readonly StaffItemCase[] = [
  ...READS,
  ...arrangements('POST /dsb/todo/{kind}/{id}/claim'),
  ...arrangements('DELETE /dsb/todo/{kind}/{id}/claim'),
  ...arrangements('PUT /dsb/todo/{kind}/{id}/assignee', () => ({ profileId: null })),
  ...arrangements('PUT /dsb/todo/{kind}/{id}/snooze', (now) => ({
    until: new Date(now.getTime() + MINUTE_MS).toISOString(),
  })),
  ...CONTENT,
  ...PEOPLE,
  ...MONEY,
  ...ACCOUNTS,
];

/** What a call of the API as this person answers: `data` of a success, or the code. */
export const outcomeOf = async (
  { server }: Pick<TestApp, 'server'>,
  person: ApiClient,
  key: RouteKey,
  { params = {}, query = {}, body }: CallInput,
): Promise<{ code?: ErrorCode; data?: unknown }> => {
  const [method, path = ''] = key.split(' ');
  const response = await server.inject({
    method: method as 'GET',
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ANY_ID)}`,
    query,
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-origin': 'CAM',
      'idempotency-key': newId(),
    },
    ...(method !== 'GET' && { payload: (body ?? {}) as object }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return isJson ? response.json() : {};
};

/** What the person of the team gets for the item. */
export const answerOf = async (
  app: TestApp,
  person: ApiClient,
  { key, call }: StaffItemCase,
  items: StaffItems,
): Promise<Answer> => {
  const { code } = await outcomeOf(app, person, key, call(items, app.clock.now()));
  return code ?? 'done';
};

/** What a role gets for an item of another person, or for one of its own. */
export const expectedAnswer = (
  { key, rights = [], other = 'done', own = 'decision.own' }: StaffItemCase,
  role: StaffRole,
  whose: 'other' | 'own',
): Answer => {
  const { right } = routes[key] as RouteDefinition;
  const allowed = [...rights, right as StaffRight].every((one) => hasRight(role, one));
  if (!allowed) return 'auth.rightMissing';
  return whose === 'own' ? own : other;
};
