// A withdrawal of consent follows copies to other producers, and archives that have a file in
// common: they are withheld until a moderator has looked, unless the same person consents to appear
// there.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { DEMO_HOME } from '../../demo/cast.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { walletOf } from '../../testing/cards/paying.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { joinPerformer, type TestPerformer } from '../../testing/identity/performing.ts';
import { jpeg, zipOf } from '../../testing/media/drawings.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import { insertApprovedIdentity } from '../verifications/index.ts';
import { refundBuyers } from './refund.ts';

let app: TestApp;
let admin: ApiClient;
let lia: ApiClient;
let other: ApiClient;
let davi: ApiClient;
let seed = 1_700;
beforeAll(async () => {
  app = await testApp();
  await joinAdmin(app, 'conferente');
  davi = await app.join('davi.fan');
  for (const name of ['lia.solar', 'outra.copia'])
    await follow(davi, await joinProducer(app, name));
});
beforeEach(async () => {
  admin = await app.join('conferente');
  lia = await app.join('lia.solar');
  other = await app.join('outra.copia');
  davi = await app.join('davi.fan');
});

const performerOf = (...scopes: ConsentScope[]) =>
  joinPerformer(app, { admin, producer: lia }, (seed += 1), scopes);
const withdraw = async (person: TestPerformer, what: object = {}) =>
  app.visitor.ask('POST /publics/performers/withdraw', {
    body: { token: await person.link(), ...what },
  });
const sees = async (id: PostId) => (await davi.ask('GET /posts/{id}', { params: { id } })).status;
const copyOf = async (drawing: number) =>
  sharp(await jpeg(drawing))
    .resize(300)
    .jpeg({ quality: 55 })
    .toBuffer();
const show = async (
  owner: ApiClient,
  content: Buffer,
  performerIds: string[] = [],
  terms: object = {},
) => {
  const contentType = content.toString('latin1', 0, 2) === 'PK' ? 'application/zip' : 'image/jpeg';
  const key = await upload(app.server, owner, content, contentType);
  const body = { text: 'x', medias: [{ key, contentType }], performerIds, ...terms };
  const { id, medias } = await owner.call('POST /posts', { body });
  await app.runJobs();
  return { id, mediaId: medias[0]?.id as MediaId };
};
const sell = async (owner: ApiClient, content: Buffer, price: number) => {
  const sold = await show(owner, content, [], { price });
  await davi.call('POST /posts/{id}/purchase', {
    params: { id: sold.id },
    body: { price },
    idempotencyKey: newId(),
  });
  return sold;
};
const balance = async () => (await walletOf(davi))?.balance ?? 0;
const requests = async () =>
  (await admin.call('GET /dsb/removals', { query: {} })).filter(
    ({ ground }) => ground === 'consentWithdrawn',
  );
const decide = async (
  { id, found }: { id: string; found: number },
  outcome: 'removed' | 'refused',
  keep: MediaId[] = [],
) => {
  await stepUp(app, admin);
  await admin.call('POST /dsb/removals/{id}', {
    params: { id },
    body: { outcome, reason: 'conferido', found, keep },
  });
  await app.runJobs();
};

test('a withdrawal withholds exact and near copies of another producer until a moderator decides', async () => {
  const person = await performerOf('post');
  const original = await show(lia, await jpeg(171), [person.id]);
  const exact = await show(other, await jpeg(171));
  const near = await show(other, await copyOf(171));
  const different = await show(other, await jpeg(172));
  await withdraw(person, { mediaIds: [original.mediaId] });
  await app.runJobs();
  for (const { id } of [original, exact, near]) expect(await sees(id)).toBe(404);
  expect(await sees(different.id)).toBe(200);
  const [request, ...more] = await requests();
  expect(more).toEqual([]);
  expect(request?.items.map(({ media, via }) => [media.id, via]).sort()).toEqual(
    [exact, near].map(({ mediaId }) => [mediaId, 'copy']).sort(),
  );
  expect(request?.person).toMatchObject({ name: 'Eduarda Luz Moreira' });
  // A later upload joins the same request.
  const later = await show(other, await copyOf(171));
  expect(await sees(later.id)).toBe(404);
  const [grown] = await requests();
  expect(grown?.items).toHaveLength(3);
  // The moderator keeps one that is another picture, and it is shown again.
  await decide(grown as { id: string; found: number }, 'removed', [near.mediaId]);
  const shownOf = async ({ id }: { id: PostId }) =>
    (await davi.call('GET /posts/{id}', { params: { id } })).medias[0]?.removed;
  expect([await shownOf(exact), await shownOf(later), await shownOf(near)]).toEqual([
    true,
    true,
    false,
  ]);
  // Following the withdrawal again asks about nothing that was decided.
  await withdraw(person);
  await app.runJobs();
  expect(await requests()).toEqual([]);
  expect(await shownOf(near)).toBe(false);
});

test('a copy that was left after one person withdrew is withheld when another person in it withdraws', async () => {
  const [one, two] = [await performerOf('post'), await performerOf('post')];
  const original = await show(lia, await jpeg(175), [one.id, two.id]);
  const copy = await show(other, await copyOf(175));
  await withdraw(one, { mediaIds: [original.mediaId] });
  await app.runJobs();
  const [request] = await requests();
  await decide(request as { id: string; found: number }, 'refused');
  expect(await sees(copy.id)).toBe(200);
  await withdraw(one);
  await app.runJobs();
  expect([await requests(), await sees(copy.id)]).toEqual([[], 200]);
  await withdraw(two, { mediaIds: [original.mediaId] });
  await app.runJobs();
  const [next] = await requests();
  expect(next?.items.map(({ media }) => media.id)).toEqual([copy.mediaId]);
  expect(await sees(copy.id)).toBe(404);
  await decide(next as { id: string; found: number }, 'refused');
});

test('a person who withdraws from a producer keeps what they published themselves as a producer', async () => {
  const person = await performerOf('post');
  await insertApprovedIdentity(app.ctx, app.ctx.db, other.profileId, {
    fullName: 'Eduarda Luz Moreira',
    document: person.document,
    celphone: '11987654321',
    birthDate: '1995-05-05',
    ...DEMO_HOME,
  });
  const original = await show(lia, await jpeg(191), [person.id]);
  const own = await show(other, await copyOf(191));
  await withdraw(person, { mediaIds: [original.mediaId] });
  await app.runJobs();
  expect([await sees(original.id), await sees(own.id)]).toEqual([404, 200]);
  const later = await show(other, await copyOf(191));
  expect(await sees(later.id)).toBe(200);
});

test('a copy in which the same person consents to appear for the other producer stays', async () => {
  const person = await performerOf('post');
  const there = await joinPerformer(app, { admin, producer: other }, (seed += 1), ['post']);
  await app.ctx.pool.query(
    'UPDATE performers SET document_hash = (SELECT document_hash FROM performers WHERE id = $1) WHERE id = $2',
    [person.id, there.id],
  );
  const original = await show(lia, await jpeg(181), [person.id]);
  const allowed = await show(other, await copyOf(181), [there.id]);
  const undeclared = await show(other, await copyOf(181));
  await withdraw(person);
  await app.runJobs();
  expect(await sees(original.id)).toBe(404);
  expect(await sees(allowed.id)).toBe(200);
  expect(await sees(undeclared.id)).toBe(404);
  await there.withdraw();
  expect(await sees(allowed.id)).toBe(404);
});

test('a copy that is found while a moderator decides is asked about in a new request', async () => {
  const person = await performerOf('post');
  const original = await show(lia, await jpeg(201), [person.id]);
  const first = await show(other, await copyOf(201));
  await withdraw(person, { mediaIds: [original.mediaId] });
  await app.runJobs();
  const waits = async ({ mediaId }: { mediaId: MediaId }) =>
    (await requests()).find(({ items }) => items.some(({ media }) => media.id === mediaId));
  const decided = await waits(first);
  const decision = await app.ctx.pool.connect();
  await decision.query('BEGIN');
  await decision.query(
    `UPDATE removal_requests SET decided_at = now(), outcome = 'refused', decided_by = $2,
      reason = 'conferido' WHERE id = $1`,
    [decided?.id, admin.profileId],
  );
  const showing = show(other, await copyOf(201));
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND datname = current_database()`;
  await vi.waitFor(
    async () => expect((await app.ctx.pool.query(waiting)).rows).not.toHaveLength(0),
    { timeout: 60_000, interval: 50 },
  );
  await decision.query('COMMIT');
  decision.release();
  const second = await waits(await showing);
  expect(second?.id).toEqual(expect.any(String));
  expect(second?.id).not.toBe(decided?.id);
});

test('buyers of the last 30 days get copies of other producers back when a moderator removes them, once', async () => {
  const person = await performerOf('post');
  await fill(app, davi, 20_000);
  const original = await show(lia, await jpeg(211), [person.id]);
  await sell(other, await jpeg(211), 900);
  app.clock.advance(31 * DAY_MS);
  admin = await app.join('conferente');
  lia = await app.join('lia.solar');
  other = await app.join('outra.copia');
  davi = await app.join('davi.fan');
  await sell(other, await copyOf(211), 1_000);
  const kept = await sell(
    other,
    await sharp(await jpeg(211))
      .resize(310)
      .jpeg()
      .toBuffer(),
    2_000,
  );
  await send(other, davi, {
    message: 'olha',
    price: 700 as Centavos,
    medias: [
      {
        key: await upload(app.server, other, await copyOf(211), 'image/jpeg'),
        contentType: 'image/jpeg',
      },
    ],
  });
  await app.runJobs();
  const sent = (await read(davi, 'outra.copia')).at(-1);
  await davi.call('POST /chats/messages/{id}/purchase', {
    params: { id: sent?.id as MessageId },
    body: { price: 700 as Centavos, version: 1 },
    idempotencyKey: newId(),
  });
  const before = await balance();
  await withdraw(person, { mediaIds: [original.mediaId] });
  await app.runJobs();
  expect(await balance()).toBe(before);
  const request = (await requests()).find(({ items }) =>
    items.some(({ media }) => media.id === kept.mediaId),
  );
  await decide(request as { id: string; found: number }, 'removed', [kept.mediaId]);
  expect(await balance()).toBe(before + 1_700);
  expect(await refundBuyers(app.ctx, app.services.payments, person.id)).toBe(0);
  expect((await other.call('GET /profiles/notifications'))[0]).toMatchObject({
    type: 'consentReturned',
    amount: 1_700,
  });
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

test('buyers of a copy of the same producer that is found late get their money back', async () => {
  const person = await performerOf('post');
  await fill(app, davi, 20_000);
  const original = await show(lia, await jpeg(221), [person.id]);
  const copy = await sell(lia, await copyOf(221), 1_000);
  await app.ctx.pool.query('DELETE FROM picture_hashes WHERE media_id = $1', [copy.mediaId]);
  await app.ctx.pool.query('UPDATE media SET hashed_at = NULL WHERE id = $1', [copy.mediaId]);
  const before = await balance();
  await withdraw(person, { mediaIds: [original.mediaId] });
  await app.runJobs();
  expect([await sees(copy.id), await balance()]).toEqual([200, before]);
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'media.hashOld', {}));
  await app.runJobs();
  expect(await balance()).toBe(before + 1_000);
});

describe('archives with a file in common', () => {
  const TERMS = Buffer.from(`%PDF-1.4\nTermos iguais em todos os pacotes.\n%%EOF\n`);
  const INTRO = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42abertura', 'latin1');

  // Tests before leave requests open.
  let earlier: string[] = [];
  beforeEach(async () => {
    earlier = (await requests()).map(({ id }) => id);
  });
  const newRequests = async () => (await requests()).filter(({ id }) => !earlier.includes(id));

  test('an archive that has only a document in common with a withdrawn one stays, of any producer', async () => {
    const person = await performerOf('post', 'download');
    const pack = async (drawing: number) =>
      zipOf({ 'a.jpg': await jpeg(drawing), 'termos.pdf': TERMS });
    const content = await pack(271);
    const original = await show(lia, content, [person.id]);
    const own = await show(lia, await pack(272));
    const foreign = await show(other, await pack(273));
    const same = await show(lia, content);
    await withdraw(person, { scopes: ['post'], mediaIds: [original.mediaId] });
    await app.runJobs();
    expect([await sees(own.id), await sees(foreign.id)]).toEqual([200, 200]);
    // The control: the whole archive again.
    expect([await sees(original.id), await sees(same.id)]).toEqual([404, 404]);
    expect(await newRequests()).toEqual([]);
  });

  test('an archive with the same intro is refunded only when a moderator removes it', async () => {
    const person = await performerOf('post', 'download');
    await fill(app, davi, 20_000);
    const pack = async (drawing: number) =>
      zipOf({ 'a.jpg': await jpeg(drawing), 'abertura.mp4': INTRO });
    const original = await show(lia, await pack(281), [person.id]);
    const kept = await sell(lia, await pack(282), 1_000);
    const removed = await sell(lia, await pack(283), 2_000);
    const before = await balance();
    await withdraw(person, { scopes: ['post'], mediaIds: [original.mediaId] });
    await app.runJobs();
    expect(await balance()).toBe(before);
    const [request, ...more] = await newRequests();
    expect(more).toEqual([]);
    const asked = request?.items.map(({ media }) => media.id) ?? [];
    expect(asked.toSorted()).toEqual([kept, removed].map(({ mediaId }) => mediaId).toSorted());
    await decide(request as { id: string; found: number }, 'removed', [kept.mediaId]);
    expect(await balance()).toBe(before + 2_000);
  });

  test('a person who names an archive in a withdrawal from everything is answered, and it is hidden', async () => {
    const person = await performerOf('post', 'message', 'download');
    const archive = await show(lia, await zipOf({ 'a.jpg': await jpeg(291) }), [person.id]);
    const { status, reply } = await withdraw(person, { mediaIds: [archive.mediaId] });
    expect([status, reply.data]).toEqual([200, { consent: 'given', posts: 1 }]);
    expect(await sees(archive.id)).toBe(404);
  });
});
