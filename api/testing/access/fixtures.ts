// The fixtures of the access walk: people of every role, and resources of other people.
import { createECDH } from 'node:crypto';
import type { RouteKey } from '@camarim/contract';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { setStaffRole } from '../../features/auth/index.ts';
import { registerOrLogIn, type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { ANY_ID, type CallInput, type Role } from './access-case.ts';
import type { SpecialResources, ForeignResources } from './foreign-resources.ts';
import { TEST_PASSWORD, type TestApp } from '../app.ts';
import { setCamera } from '../lives/paid-show.ts';
import { partyOf } from '../lives/party.ts';
import { insertChat } from '../chatting.ts';
import { insertCollection } from '../collecting.ts';
import { askFor } from '../orders/ordering.ts';
import { block, joinProducer, picture, post, publish } from '../publishing.ts';

export type AccessFixtures = {
  app: TestApp;
  people: Record<Role, ApiClient>;
  resources: ForeignResources;
};

let calls = 0;
/** Makes a call as the person of that role; ids that are not given belong to no row. */
export const callAs = async (
  { people }: AccessFixtures,
  key: RouteKey,
  role: Role,
  { params = {}, query, body }: CallInput = {},
): Promise<{ status: number; code: string | undefined }> => {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const filled = Object.fromEntries(names.map((name) => [name, params[name] ?? ANY_ID]));
  const { status, reply } = await people[role].ask(key, {
    params: filled,
    query,
    body,
    idempotencyKey: `walk-${(calls += 1)}-${role}`,
  } as never);
  return { status, code: reply.code };
};

/** The state of the resources, which no refused call may change. */
export const snapshot = async ({ app, resources }: AccessFixtures): Promise<unknown> => {
  const { rows } = await app.ctx.pool.query(
    `SELECT (SELECT count(*) FROM sessions WHERE revoked_at IS NULL AND id = $1) AS session, (SELECT count(*) FROM passkeys) AS passkeys,
       (SELECT array_agg((id, text, status, archived_at, pinned, deleted_at, total_likes, total_comments)::text ORDER BY id) FROM posts) AS posts,
       (SELECT array_agg(t::text ORDER BY id) FROM tiers t) AS tiers, (SELECT array_agg(b::text ORDER BY id) FROM tier_bundles b) AS bundles,
       (SELECT array_agg(g::text ORDER BY id) FROM goals g) AS goals, (SELECT array_agg(c::text ORDER BY id) FROM collections c) AS collections, (SELECT array_agg(l::text ORDER BY id) FROM lists l) AS lists, (SELECT array_agg(u::text ORDER BY id) FROM automations u) AS automations, (SELECT array_agg(y::text ORDER BY id) FROM saved_replies y) AS replies, (SELECT array_agg((id, state, content_id, selection, send_at)::text ORDER BY id) FROM broadcasts) AS broadcasts,
       (SELECT array_agg(m::text ORDER BY id) FROM messages m) AS messages, (SELECT array_agg((id, ended_at)::text ORDER BY id) FROM lives) AS lives, (SELECT array_agg(a::text ORDER BY id) FROM live_calls a) AS calls, (SELECT array_agg(n::text ORDER BY id) FROM live_entries n) AS entries, (SELECT array_agg(o::text ORDER BY id) FROM orders o) AS orders, (SELECT array_agg(m::text ORDER BY m.chat_id, m.profile_id) FROM chat_members m) AS chat_members,
       (SELECT array_agg(c::text ORDER BY id) FROM comments c) AS comments, (SELECT count(*) FROM charges) AS charges, (SELECT array_agg((id, is_default)::text ORDER BY id) FROM saved_payments) AS saved, (SELECT array_agg((id, is_default)::text ORDER BY id) FROM bank_accounts) AS banks,
       (SELECT array_agg((id, avatar_media_id)::text ORDER BY id) FROM profiles) AS pictures, (SELECT array_agg(id ORDER BY id) FROM geolocation_blocks) AS places,
       (SELECT array_agg(f::text ORDER BY id) FROM media_folders f) AS folders, (SELECT array_agg((id, folder_id, kept, status)::text ORDER BY id) FROM media) AS medias,
       (SELECT array_agg(o::text ORDER BY id) FROM cash_outs o) AS cash_outs, (SELECT array_agg(p::text ORDER BY id) FROM performers p) AS performers`,
    [resources.sessionId],
  );
  return rows[0];
};

/**
 * A producer who has blocked every caller, with their posts; and resources of the callers
 * themselves.
 */
const createSpecialResources = async (
  app: TestApp,
  openPostId: string,
  people: Record<Role, ApiClient>,
): Promise<SpecialResources> => {
  const { producer: iris, fan: davi } = app;
  const { producer: own } = people;
  const shy = await joinProducer(app, 'arisca');
  const textOf = (person: ApiClient, terms = {}) =>
    publish(app, person, { pictures: 0, text: 'só texto', ...terms });
  const [shyPost, ownPost, noTips] = [
    await textOf(shy),
    await textOf(own),
    await textOf(iris, { tip: false }),
  ];
  const comment = async (person: ApiClient, postId: string) =>
    (
      await person.call('POST /comments', {
        body: { postId: postId, text: 'oi' },
        idempotencyKey: `more-${person.domainName}`,
      })
    ).id;
  const { rows: saved } = await app.ctx.pool.query(
    `INSERT INTO saved_payments (id, profile_id, payment_type, provider, token, bin6, last4, brand_id, expires, holder, details_sealed, is_default, refused_at, ready_at, created_at)
     SELECT gen_random_uuid(), $1, type, 'rede', 'kept', '411111', '1111', 1, '2030-01', 'Membro', '\\x00', false, CASE WHEN refused THEN $2::timestamptz END, CASE WHEN ready THEN $2::timestamptz END, $2
     FROM (VALUES (1, 'picpay', false, true), (2, 'card', true, true), (3, 'card', false, true), (4, 'card', false, false)) s (n, type, refused, ready) ORDER BY n RETURNING id`,
    [people.member.profileId, app.ctx.clock.now()],
  );
  const { rows: decided } = await app.ctx.pool.query(
    `INSERT INTO cash_outs (id, profile_id, status, amount_centavos, fee_centavos, destination, provider, created_at, day, finished_at)
     VALUES (gen_random_uuid(), $1, 'paid', 10000, 0, 'Pix', 'pix', $2::timestamptz, $2::timestamptz::date, $2::timestamptz) RETURNING id`,
    [iris.profileId, app.ctx.clock.now()],
  );
  const goal = async (person: ApiClient) =>
    (await person.call('POST /goals', { body: { title: 'Luz', value: 10_000 } })).id;
  const more = {
    fanId: davi.profileId,
    ownId: own.profileId,
    ownPostId: ownPost.id,
    ownGoalId: await goal(own),
    ownCollectionId: await insertCollection(app, own),
    shyId: shy.profileId,
    shyGoalId: await goal(shy),
    collectionId: await insertCollection(app, iris),
    shyCollectionId: await insertCollection(app, shy),
    shyLiveId: await partyOf(app, shy),
    shyCommentId: await comment(shy, openPostId),
    commentUnderShyId: await comment(iris, shyPost.id),
    noTipsPostId: noTips.id,
    ownAccountId: saved[0].id,
    refusedCardId: saved[1].id,
    strandedCardId: saved[2].id,
    activatingCardId: saved[3].id,
    decidedCashOutId: decided[0].id,
    openPostId,
    goneCommentId: await comment(people.member, openPostId),
  };
  await people.member.call('DELETE /comments/{id}', { params: { id: more.goneCommentId } });
  await own.call('PUT /profiles', { body: { settings: { enableComments: false } } });
  for (const person of Object.values(people)) if (person.profileId) await block(app, shy, person);
  return more;
};

/** Inserts a performer of this producer, consented and approved. */
const performerOf = async ({ ctx }: TestApp, producer: ApiClient): Promise<string> => {
  const { rows } = await ctx.pool.query(
    `INSERT INTO performers (id, producer_id, stage_name, document_hash, consent, answered_at, review, reviewed_at, reviewed_by, created_at)
     VALUES (gen_random_uuid(), $1, 'Duda', '\\x00', 'given', $2, 'approved', $2, $1, $2) RETURNING id`,
    [producer.profileId, ctx.clock.now()],
  );
  return rows[0].id;
};

/**
 * A conversation of a fan and a producer with an order, a live show of the producer, and a call for
 * one.
 */
const talkOf = async (app: TestApp, fan: ApiClient, producer: ApiClient) => {
  const messageId = newId();
  const chatId = await insertChat(app, [fan, producer], { messageId });
  await setCamera(producer);
  return {
    messageId,
    chatId,
    orderId: await askFor(fan, producer),
    callId: (
      await fan.call('POST /lives/call/{producerId}', {
        params: { producerId: producer.profileId },
        body: { type: '2' },
      })
    )?.id as string,
    liveId: await partyOf(app, producer),
    menuItemId: (
      await producer.call('POST /lives/room/menu', { body: { label: 'Beijo', price: 500 } })
    ).id,
  };
};

/** A list, an automation, a saved reply and a mass message of this producer. */
const selectionsOf = async (producer: ApiClient) => ({
  listId: (await producer.call('POST /lists', { body: { name: 'dela' } })).id,
  automationId: (
    await producer.call('POST /chats/automations', { body: { trigger: 'expiry', message: 'Oi' } })
  ).id,
  savedReplyId: (await producer.call('POST /chats/replies', { body: { title: 'Oi', text: 'Oi!' } }))
    .id,
  broadcastId: (
    await producer.call('POST /chats/many', {
      body: { include: [{ kind: 'everyone' }], message: 'Oi!' },
      idempotencyKey: 'many-of-the-producer',
    })
  ).id,
});

export const createAccessFixtures = async (app: TestApp): Promise<AccessFixtures> => {
  const { ctx, producer: iris, fan: davi, stranger } = app;
  const locked = await publish(app, iris, { price: 900, text: 'trancado' });
  const open = await publish(app, iris, { seed: 5, text: 'aberto' });
  const waitingPost = await post(app, iris, [await picture(9)]);
  const comment = async (postId: string, key: string) =>
    (
      await iris.call('POST /comments', {
        body: { postId: postId, text: 'meu' },
        idempotencyKey: key,
      })
    ).id;
  const { ticket: passkeyTicket } = await davi.call('POST /auth/passkeys/options');
  const { sessionId } = await davi.call('GET /auth');
  await ctx.pool.query('UPDATE sessions SET second_factor = true WHERE id = $1', [sessionId]);
  await ctx.pool.query(
    "INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at) SELECT 'resources', user_id, 'dela', '\\x00', 0, '{}', now() FROM profiles WHERE id = $1",
    [davi.profileId],
  );
  const { rows } = await ctx.pool.query(
    `INSERT INTO charges (id, profile_id, provider, method, amount_centavos, status, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'pix', 'pix', 5000, 'pending', now(), now()) RETURNING id`,
    [davi.profileId],
  );
  const now = ctx.clock.now();
  const { rows: exported } = await ctx.pool.query(
    `INSERT INTO data_exports (id, profile_id, state, bytes, requested_at, ready_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'ready', 1, $2, $2, $3) RETURNING id`,
    [davi.profileId, now, new Date(now.getTime() + DAY_MS)],
  );
  await iris.call('POST /tiers/paid', { body: { price: 2_990 } });
  const { tier } = await iris.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  const goal = await iris.call('POST /goals', { body: { title: 'Refletor', value: 10_000 } });
  const { rows: accounts } = await ctx.pool.query(
    `INSERT INTO bank_accounts (id, profile_id, sealed, destination_hash, is_default, created_at, payable_at)
     VALUES (gen_random_uuid(), $1, '\\x00', '\\x00', true, $2, $2) RETURNING id`,
    [iris.profileId, now],
  );
  const { rows: saved } = await ctx.pool.query(
    `INSERT INTO saved_payments (id, profile_id, payment_type, holder, details_sealed, is_default, created_at)
     VALUES (gen_random_uuid(), $1, 'picpay', 'Davi', '\\x00', true, $2) RETURNING id`,
    [davi.profileId, now],
  );
  const { transferId } = await app.ctx.ledger.post({
    kind: 'topUp',
    chargeId: rows[0].id,
    profileId: davi.profileId,
    gateway: 'pix',
    amount: centavos(1_000),
  });
  const resources = {
    ...(await talkOf(app, davi, iris)),
    ...(await selectionsOf(iris)),
    performerId: await performerOf(app, iris),
    transferId,
    savedPaymentId: saved[0].id,
    bankAccountId: accounts[0].id,
    folderId: (await iris.call('POST /vault/folders', { body: { name: 'dela' } })).id,
    exportId: exported[0].id,
    producerId: iris.profileId,
    tierId: tier?.id ?? '',
    bundleId: tier?.bundles[0]?.id ?? '',
    goalId: goal.id,
    sessionId,
    passkeyId: 'resources',
    deviceId: (
      await davi.call('POST /profiles/notifications/push', {
        body: {
          endpoint: 'https://fcm.googleapis.com/fcm/send/of-davi',
          keys: {
            p256dh: createECDH('prime256v1').generateKeys('base64url'),
            auth: Buffer.alloc(16).toString('base64url'),
          },
        },
      })
    ).id,
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
  await Promise.all([app.join('espera'), app.join('parada'), app.join('chefe')]);
  await ctx.pool.query(
    `UPDATE profiles SET producer_stage = CASE domain_name WHEN 'espera' THEN 'requested' ELSE 'suspended' END
     WHERE domain_name IN ('espera', 'parada')`,
  );
  await setStaffRole(ctx, 'chefe', 'owner', 'test');
  const again = (username: string) =>
    registerOrLogIn(app.server, {
      username,
      name: 'x',
      email: `${username}@example.com`,
      password: TEST_PASSWORD,
    });
  const people = {
    visitor: app.visitor,
    member: stranger,
    waiting: await again('espera'),
    suspended: await again('parada'),
    producer: other,
    admin: await again('chefe'),
  };
  return {
    app,
    people,
    resources: { ...resources, ...(await createSpecialResources(app, open.id, people)) },
  };
};
