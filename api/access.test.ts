// Every call of the contract, with every role and another person's ids: what is refused, to whom, and that nothing changed.
import { type RouteKey, routes } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { setAdmin } from './features/auth/index.ts';
import { enter, type Person, upload } from './person.ts';
import { TEST_PASSWORD, testApp, type TestApp } from './testing/app.ts';
import { joinProducer, picture, post, publish } from './testing/publishing.ts';

const ROLES = ['visitor', 'member', 'waiting', 'producer', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Audience = 'anyone' | 'member' | 'producer' | 'admin' | 'provider';

/** Things of other people: none of the roles may read or change them. */
type Theirs = {
  sessionId: string;
  passkeyId: string;
  passkeyTicket: string;
  hiddenPostId: string;
  lockedPostId: string;
  commentId: string;
  lockedCommentId: string;
  /** A picture of somebody else's open post. */
  postMediaId: string;
  chargeId: string;
  uploadKey: string;
  geoBlockId: string;
  avatarKey: string;
  producerId: string;
  tierId: string;
  bundleId: string;
  goalId: string;
};

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
/** For whom a call is, written down here a second time on purpose; and what it answers about somebody else's things. */
type Case = Audience | { for: Audience; refused: ErrorCode; theirs: (theirs: Theirs) => Input };

const byId = (audience: Audience, refused: ErrorCode, id: (theirs: Theirs) => string, body?: unknown): Case => ({
  for: audience,
  refused,
  theirs: (theirs) => ({ params: { id: id(theirs) }, ...(body !== undefined && { body }) }),
});
const hidden = (theirs: Theirs): string => theirs.hiddenPostId;

/** A call without a case does not compile. */
const CASES = {
  'GET /auth/captcha': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth': 'anyone',
  'GET /auth': 'member',
  'POST /auth/refresh-token': 'anyone',
  'POST /auth/logout': 'anyone',
  'POST /auth/forget': 'anyone',
  'POST /auth/reset': 'anyone',
  'POST /auth/remove': 'member',
  'POST /auth/remove-confirm': 'anyone',
  'POST /auth/confirm-email': 'anyone',
  'POST /auth/confirm-email/send': 'member',
  'PUT /auth/password': 'member',
  'PUT /auth/email': 'member',
  'GET /profiles/sessions': 'member',
  'DELETE /profiles/sessions/{id}': byId('member', 'session.notFound', ({ sessionId }) => sessionId),
  'DELETE /profiles/sessions': 'member',

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
  'POST /auth/passkeys': { for: 'member', refused: 'token.invalid', theirs: ({ passkeyTicket }) => ({ body: { ticket: passkeyTicket, passkey: { id: 'x', response: {} }, name: 'minha' } }) },
  'DELETE /auth/passkeys/{id}': byId('member', 'secondFactor.notFound', ({ passkeyId }) => passkeyId),
  'POST /auth/step-up/options': 'member',
  'POST /auth/step-up': 'member',

  'GET /auth/private-upload/{type}': 'producer',
  'GET /auth/public-upload/{type}': 'member',
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
  'PUT /profiles': { for: 'member', refused: 'upload.notFound', theirs: ({ avatarKey }) => ({ body: { profileImageKey: avatarKey } }) },
  'GET /publics/profiles/{domainname}': 'anyone',
  'GET /profiles/notes': 'member',
  'GET /profiles/{profileId}/notes': { for: 'member', refused: 'profile.notFound', theirs: () => ({ params: { profileId: ANY_ID } }) },
  'POST /profiles/{profileId}/notes': { for: 'member', refused: 'profile.notFound', theirs: () => ({ params: { profileId: ANY_ID }, body: { raw: 'oi' } }) },
  'DELETE /profiles/{profileId}/notes': 'member',
  'GET /follows/followings': 'member',
  'GET /follows/followers': 'member',
  'GET /profiles/welcome': 'producer',
  'POST /profiles/welcome': { for: 'producer', refused: 'media.notFound', theirs: ({ postMediaId }) => ({ body: { message: 'oi', medias: [{ id: postMediaId }] } }) },
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
  'DELETE /profiles/geolocation-block/{id}': byId('producer', 'geoBlock.notFound', ({ geoBlockId }) => geoBlockId),
  'POST /profiles/became-producer': 'member',
  'POST /auth/became-producer': 'member',
  'GET /profiles/producer': 'member',
  'GET /profiles/get-approve/{approveToken}': 'admin',
  'POST /profiles/approve-producer': 'admin',
  'GET /dsb/producer': 'admin',
  'GET /dsb/producer/{producerId}': 'admin',
  'GET /publics/policies': 'anyone',
  'GET /publics/faqs/{all}/{product}': 'anyone',
  'POST /profiles/help': 'member',
  'GET /profiles/help': 'member',
  'GET /dsb/help': 'admin',
  'POST /dsb/help/{id}': 'admin',
  'POST /reports': 'anyone',
  'GET /publics/countries': 'anyone',
  'GET /publics/states': 'anyone',
  'GET /publics/cities/{stateCode}': 'anyone',

  'GET /posts/timeline': 'member',
  'GET /posts/me': 'member',
  'GET /posts/unpublished': 'producer',
  'GET /profiles/{domainname}/posts': 'anyone',
  'GET /publics/posts/featured': 'anyone',
  'POST /posts': { for: 'producer', refused: 'upload.notFound', theirs: ({ uploadKey }) => ({ body: { medias: [{ key: uploadKey, contentType: 'image/jpeg' }] } }) },
  'GET /posts/{id}': byId('anyone', 'post.notFound', hidden),
  'DELETE /posts/{id}': byId('producer', 'post.notFound', ({ lockedPostId }) => lockedPostId),
  'POST /posts/{id}/like': byId('member', 'post.notFound', hidden, { liked: true }),
  'POST /posts/{id}/save': byId('member', 'post.notFound', hidden, { saved: true }),
  'POST /posts/{id}/purchase': byId('member', 'post.notFound', hidden, { price: 500 }),

  'GET /comments': { for: 'anyone', refused: 'post.locked', theirs: ({ lockedPostId }) => ({ query: { filter: `post_id:eq:${lockedPostId}` } }) },
  'POST /comments': { for: 'member', refused: 'post.locked', theirs: ({ lockedPostId }) => ({ body: { postId: lockedPostId, text: 'oi' } }) },
  'DELETE /comments/{id}': byId('member', 'comment.notFound', ({ commentId }) => commentId),
  'POST /comments/{id}/like': byId('member', 'post.locked', ({ lockedCommentId }) => lockedCommentId),
  'POST /comments/{id}/unlike': byId('member', 'post.locked', ({ lockedCommentId }) => lockedCommentId),

  'GET /funds': 'member',
  'GET /funds/methods': 'member',
  'POST /funds': 'member',
  'GET /funds/charges/{id}': byId('member', 'charge.notFound', ({ chargeId }) => chargeId),
  'POST /funds/tips': { for: 'member', refused: 'post.notFound', theirs: ({ hiddenPostId }) => ({ body: { postId: hiddenPostId, value: 500 } }) },
  'GET /funds/earnings-balance': 'producer',
  'GET /funds/statements': 'member',
  'POST /funds/webhooks/{provider}': 'provider',
  'POST /funds/webhooks/{provider}/pix': 'provider',
  'GET /profiles/notifications': 'member',

  'GET /tiers': 'producer',
  'POST /tiers/paid': 'producer',
  'POST /tiers/bundles': 'producer',
  'POST /tiers/promotions': 'producer',
  'DELETE /tiers/{id}': byId('producer', 'tier.notFound', ({ tierId }) => tierId),
  'DELETE /tiers/prices/{id}': byId('producer', 'tier.notFound', ({ bundleId }) => bundleId),
  'GET /publics/profiles/discount': 'anyone',
  'POST /profiles/{profileId}/renew': 'member',
  'DELETE /profiles/{id}/subscribe': byId('member', 'subscription.notFound', ({ producerId }) => producerId),
  'GET /subscriptions': 'member',
  'GET /goals': 'anyone',
  'POST /goals': 'producer',
  'DELETE /goals/{goalId}': { for: 'producer', refused: 'goal.notFound', theirs: ({ goalId }) => ({ params: { goalId } }) },
} satisfies Record<RouteKey, Case>;

const cases = Object.entries(CASES) as [RouteKey, Case][];
const audienceOf = (one: Case): Audience => (typeof one === 'string' ? one : one.for);

/** What the door says to this role; null when it lets it in. */
const turnedAway = (audience: Audience, role: Role): ErrorCode | null => {
  if (audience === 'anyone' || audience === 'provider') return null;
  if (role === 'visitor') return 'auth.required';
  if (audience === 'producer' && role !== 'producer') return 'auth.producersOnly';
  return audience === 'admin' && role !== 'admin' ? 'auth.adminsOnly' : null;
};

let app: TestApp;
let people: Record<Role, Person>;
let theirs: Theirs;

const ANY_ID = '00000000-0000-7000-8000-000000000000';
let calls = 0;
const ask = async (key: RouteKey, role: Role, { params = {}, query, body }: Input = {}): Promise<{ status: number; code: string | undefined }> => {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const filled = Object.fromEntries(names.map((name) => [name, params[name] ?? ANY_ID]));
  const { status, reply } = await people[role].ask(key, { params: filled, query, body, idempotencyKey: `walk-${(calls += 1)}-${role}` } as never);
  return { status, code: reply.code };
};

const snapshot = async (): Promise<unknown> => {
  const { rows } = await app.platform.pool.query(
    `SELECT (SELECT count(*) FROM sessions WHERE revoked_at IS NULL AND id = $1) AS session, (SELECT count(*) FROM passkeys) AS passkeys,
       (SELECT array_agg((id, status, deleted_at, total_likes, total_comments)::text ORDER BY id) FROM posts) AS posts,
       (SELECT array_agg(t::text ORDER BY id) FROM tiers t) AS tiers, (SELECT array_agg(b::text ORDER BY id) FROM tier_bundles b) AS bundles,
       (SELECT array_agg(g::text ORDER BY id) FROM goals g) AS goals,
       (SELECT array_agg(c::text ORDER BY id) FROM comments c) AS comments, (SELECT count(*) FROM charges) AS charges,
       (SELECT array_agg((id, avatar_media_id)::text ORDER BY id) FROM profiles) AS pictures, (SELECT array_agg(id ORDER BY id) FROM geolocation_blocks) AS places`,
    [theirs.sessionId],
  );
  return rows[0];
};

const prepare = async (): Promise<void> => {
  const { platform, producer: iris, fan: davi, stranger } = app;
  const locked = await publish(app, iris, { price: 900, text: 'trancado' });
  const open = await publish(app, iris, { seed: 5, text: 'aberto' });
  const waitingPost = await post(app, iris, [await picture(9)]);
  const comment = async (postId: string, key: string) => (await iris.call('POST /comments', { body: { postId: postId as never, text: 'meu' }, idempotencyKey: key })).id;
  const { ticket: passkeyTicket } = await davi.call('POST /auth/passkeys/options');
  const { sessionId } = await davi.call('GET /auth');
  await platform.pool.query('UPDATE sessions SET second_factor = true WHERE id = $1', [sessionId]);
  await platform.pool.query("INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at) SELECT 'theirs', user_id, 'dela', '\\x00', 0, '{}', now() FROM profiles WHERE id = $1", [davi.profileId]);
  const { rows } = await platform.pool.query(
    `INSERT INTO charges (id, profile_id, provider, method, amount_centavos, status, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'pix', 'pix', 5000, 'pending', now(), now()) RETURNING id`,
    [davi.profileId],
  );
  await iris.call('POST /tiers/paid', { body: { price: 2_990 } });
  const { tier } = await iris.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  const goal = await iris.call('POST /goals', { body: { title: 'Refletor', value: 10_000 } });
  theirs = {
    producerId: iris.profileId,
    tierId: tier?.id ?? '',
    bundleId: tier?.bundles[0]?.id ?? '',
    goalId: goal.id,
    sessionId,
    passkeyId: 'theirs',
    passkeyTicket,
    hiddenPostId: waitingPost.reply.data.id,
    lockedPostId: locked.id,
    commentId: await comment(open.id, 'comment-open'),
    postMediaId: open.mediaIds[0] ?? '',
    lockedCommentId: await comment(locked.id, 'comment-locked'),
    chargeId: rows[0].id,
    geoBlockId: (await iris.call('POST /profiles/geolocation-block', { body: { state: 'AC' } })).id,
    uploadKey: await upload(app.server, iris, await picture(11), 'image/jpeg'),
    avatarKey: await upload(app.server, iris, await picture(12), 'image/jpeg', 'public'),
  };
  const other = await joinProducer(app, 'outra');
  await Promise.all([app.join('espera'), app.join('chefe')]);
  await platform.pool.query("UPDATE profiles SET producer_stage = 'requested' WHERE domain_name = 'espera'");
  await setAdmin(platform, 'chefe', true, 'test');
  const again = (username: string) => enter(app.server, { username, name: 'x', email: `${username}@example.com`, password: TEST_PASSWORD });
  people = { visitor: app.visitor, member: stranger, waiting: await again('espera'), producer: other, admin: await again('chefe') };
};

beforeAll(async () => {
  app = await testApp();
  await prepare();
});

it('walks the whole contract', () => {
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(routes).sort());
});

describe.each(ROLES)('as %s', (role) => {
  it.each(cases.filter(([, one]) => turnedAway(audienceOf(one), role)))('%s is not for this role', async (key, one) => {
    const before = await snapshot();
    const { code } = await ask(key, role, typeof one === 'string' ? {} : one.theirs(theirs));
    expect(code).toBe(turnedAway(audienceOf(one), role));
    expect(await snapshot()).toEqual(before);
  });

  it.each(cases.filter(([, one]) => typeof one !== 'string' && !turnedAway(one.for, role)))('%s keeps what is somebody else’s', async (key, one) => {
    if (typeof one === 'string') throw new Error('filtered');
    const before = await snapshot();
    expect((await ask(key, role, one.theirs(theirs))).code).toBe(one.refused);
    expect(await snapshot()).toEqual(before);
  });
});

it('gives what it refuses to the others to its owner, so the refusals are not for another reason', async () => {
  const { fan: davi, producer: iris } = app;
  expect((await iris.ask('GET /posts/{id}', { params: { id: theirs.hiddenPostId as never } })).status).toBe(200);
  expect((await iris.ask('GET /comments', { query: { filter: `post_id:eq:${theirs.lockedPostId}` } as never })).status).toBe(200);
  expect((await davi.ask('GET /funds/charges/{id}', { params: { id: theirs.chargeId as never } })).status).toBe(200);
  expect((await iris.ask('DELETE /comments/{id}', { params: { id: theirs.commentId as never } })).status).toBe(200);
  expect((await iris.ask('DELETE /posts/{id}', { params: { id: theirs.lockedPostId as never } })).status).toBe(200);
  expect((await iris.ask('DELETE /profiles/geolocation-block/{id}', { params: { id: theirs.geoBlockId as never } })).status).toBe(200);
  expect((await davi.ask('DELETE /auth/passkeys/{id}', { params: { id: theirs.passkeyId } })).status).toBe(200);
  expect((await davi.ask('DELETE /profiles/sessions/{id}', { params: { id: theirs.sessionId as never } })).status).toBe(200);
});
