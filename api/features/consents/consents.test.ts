// The ledger of consents through the whole application: scopes that are granted and withdrawn by
// the person's own link, copies that follow, and buyers who get their money back once.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { joinPerformer, type TestPerformer } from '../../testing/identity/performing.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { checkChain } from '../../platform/audit/audit.ts';
import { darkJpeg, jpeg, zipOf } from '../../testing/media/drawings.ts';
import { fill, joinProducer, picture, publish } from '../../testing/publishing.ts';
import { walletOf } from '../../testing/cards/paying.ts';
import { CONSENT_CHAIN } from '../verifications/index.ts';
import { checkConsents, findFault } from '../../../tools/verify-consents.mjs';
import { signingKey } from '../../platform/installation/signing-key.ts';
import { refundBuyers } from './refund.ts';

let app: TestApp;
let admin: ApiClient;
let lia: ApiClient;
let davi: ApiClient;
let seed = 900;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
});
beforeEach(async () => {
  admin = await app.join('conferente');
  lia = await app.join('lia.solar');
  davi = await app.join('davi.fan');
});

const performer = (...scopes: ConsentScope[]) =>
  joinPerformer(app, { admin, producer: lia }, (seed += 1), scopes);
const post = async (performerIds: readonly string[], terms: object = {}) =>
  publish(app, lia, { seed: (seed += 1), performerIds, ...terms } as never);
const buy = (id: PostId, price: number) =>
  davi.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price },
    idempotencyKey: newId(),
  });
const withdraw = async (person: TestPerformer, what: object = {}) =>
  app.visitor.ask('POST /publics/performers/withdraw', {
    body: { token: await person.link(), ...what },
  });
const sees = async (id: PostId) => (await davi.ask('GET /posts/{id}', { params: { id } })).status;
const message = async (performerIds: readonly string[], terms: object = {}) => {
  const key = await upload(app.server, lia, await picture((seed += 1)), 'image/jpeg');
  const draft = { message: 'olha', medias: [{ key, contentType: 'image/jpeg' }], performerIds };
  const { reply } = await send(lia, davi, { ...draft, ...terms } as never);
  await app.runJobs();
  return reply.data;
};
const received = async (id: MessageId) =>
  (await read(davi, 'lia.solar', { limit: 100 })).find((one) => one.id === id);
const copyOf = async (drawing: number) =>
  sharp(await jpeg(drawing))
    .resize(300)
    .jpeg({ quality: 55 })
    .toBuffer();
const balance = async () => (await walletOf(davi))?.balance ?? 0;

describe('a scope that was not granted', () => {
  test('a publication in a scope that was not granted is refused with the name of the person and the scope', async () => {
    const person = await performer('post');
    const key = await upload(app.server, lia, await picture((seed += 1)), 'image/jpeg');
    const medias = [{ key, contentType: 'image/jpeg' }];
    const performerIds = [person.id];
    const sent = await send(lia, davi, { message: 'oi', medias, performerIds });
    expect(sent.reply.fields?.['performerIds']).toMatchObject({ code: 'performer.noMessage' });
    expect(sent.reply.message).toBe(
      `${person.stageName} não consentiu em aparecer em mensagens. Peça de novo à pessoa, ou envie sem ela.`,
    );
    const live = await lia.ask('POST /lives', {
      body: { type: '2', title: 'dupla', performerIds },
      idempotencyKey: newId(),
    });
    expect(live.reply.code).toBe('performer.noLive');
    // The control: what was granted.
    const { id: shown, mediaIds } = await post(performerIds, { price: 1_000 });
    const { id: other } = await post([], { price: 1_000 });
    expect(await sees(shown)).toBe(200);
    // A media that a post declares needs the scope in a message, too.
    const again = await send(lia, davi, {
      message: 'de novo',
      medias: mediaIds.map((id) => ({ id })),
      performerIds: [],
    });
    expect(again.reply.code).toBe('performer.noMessage');
    const collection = (postIds: PostId[]) =>
      lia.ask('POST /collections', {
        body: { title: 'duas', text: '', price: 1_500 as Centavos, postIds },
        idempotencyKey: newId(),
      });
    expect((await collection([shown, other])).reply.code).toBe('performer.noResale');
  });

  test('a person grants more by their link, and not what they withdrew before', async () => {
    const person = await performer('post');
    const grant = async (...scopes: ConsentScope[]) =>
      app.visitor.ask('POST /publics/performers/grant', {
        body: { token: await person.link(), scopes },
      });
    const granted = await grant('message');
    expect(granted.reply.data.scopes.filter(({ state }) => state === 'granted')).toHaveLength(2);
    expect((await message([person.id])).medias).toHaveLength(1);
    await withdraw(person, { scopes: ['message'] });
    expect((await grant('message')).reply.code).toBe('performer.alreadyAnswered');
  });
});

describe('a withdrawal by the person’s own link', () => {
  test('a withdrawal from messages closes them and leaves posts, and one media is withdrawn alone', async () => {
    const person = await performer('post', 'message');
    const [one, other] = [await post([person.id]), await post([person.id])];
    const sent = await message([person.id]);
    const medias = await app.visitor.call('POST /publics/performers/medias', {
      body: { token: await person.link() },
    });
    expect(medias).toHaveLength(3);
    expect(medias.every(({ preview }) => preview?.startsWith('data:image/webp;base64,'))).toBe(
      true,
    );
    expect((await withdraw(person, { scopes: ['message'] })).reply.data).toEqual({
      consent: 'given',
      posts: 0,
    });
    expect(await received(sent.id)).toMatchObject({ withheld: true, medias: [] });
    expect([await sees(one.id), await sees(other.id)]).toEqual([200, 200]);
    expect((await withdraw(person, { mediaIds: [one.mediaIds[0]] })).reply.data).toEqual({
      consent: 'given',
      posts: 1,
    });
    expect([await sees(one.id), await sees(other.id)]).toEqual([404, 200]);
    const foreign = await post([]);
    expect((await withdraw(person, { mediaIds: [foreign.mediaIds[0]] })).reply.code).toBe(
      'media.notFound',
    );
    expect((await withdraw(person)).reply.data).toEqual({ consent: 'withdrawn', posts: 1 });
    expect(await sees(other.id)).toBe(404);
    expect(await sees(foreign.id)).toBe(200);
    // The page goes on showing what was signed.
    const page = await app.visitor.call('POST /publics/performers/view', {
      body: { token: await person.link() },
    });
    expect(page).toMatchObject({ consent: 'withdrawn', can: [] });
  });

  test('copies of a withdrawn media are hidden too, those that are uploaded later as well', async () => {
    const person = await performer('post', 'message', 'download');
    const show = async (content: Buffer, contentType: string, performerIds: string[] = []) => {
      const key = await upload(app.server, lia, content, contentType);
      const body = { text: 'x', medias: [{ key, contentType }], performerIds };
      const { id, medias } = await lia.call('POST /posts', { body });
      await app.runJobs();
      return { id, mediaId: medias[0]?.id };
    };
    const declared = await show(await jpeg(71), 'image/jpeg', [person.id]);
    const copy = await show(await copyOf(71), 'image/jpeg');
    const archive = await show(
      await zipOf({ 'a.jpg': await jpeg(72), 'b.jpg': await copyOf(71) }),
      'application/zip',
    );
    const other = await show(await jpeg(73), 'image/jpeg');
    const dark = await show(await darkJpeg(74), 'image/jpeg', [person.id]);
    const darkCopy = await show(await darkJpeg(74), 'image/jpeg');
    const otherDark = await show(await darkJpeg(75), 'image/jpeg');
    await withdraw(person, { mediaIds: [declared.mediaId, dark.mediaId] });
    await app.runJobs();
    const later = await show(await copyOf(71), 'image/jpeg');
    const hidden = [declared, copy, archive, later, dark, darkCopy];
    for (const { id } of hidden) expect(await sees(id)).toBe(404);
    for (const { id } of [other, otherDark]) expect(await sees(id)).toBe(200);
  });
});

describe('buyers of what was withdrawn', () => {
  test('buyers of the last 30 days get their money back once, and earlier ones do not', async () => {
    const person = await performer('post', 'message');
    await fill(app, davi, 20_000);
    const old = await post([person.id], { price: 1_000 });
    await buy(old.id, 1_000);
    app.clock.advance(31 * DAY_MS);
    admin = await app.join('conferente');
    lia = await app.join('lia.solar');
    davi = await app.join('davi.fan');
    const fresh = await post([person.id], { price: 2_000 });
    await buy(fresh.id, 2_000);
    const control = await post([], { price: 3_000 });
    await buy(control.id, 3_000);
    const sent = await message([person.id], { price: 700 });
    await davi.call('POST /chats/messages/{id}/purchase', {
      params: { id: sent.id },
      body: { price: 700 as Centavos, version: 1 },
      idempotencyKey: newId(),
    });
    const before = await balance();
    await withdraw(person);
    await app.runJobs();
    expect(await balance()).toBe(before + 2_700);
    expect((await davi.call('GET /profiles/notifications'))[0]?.type).toBe('consentRefunded');
    // Nothing is left to do, and doing it again at once from two processes returns nothing more.
    const again = () => refundBuyers(app.ctx, app.services.payments, person.id);
    expect(await Promise.all([again(), again()])).toEqual([0, 0]);
    expect(await balance()).toBe(before + 2_700);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('refunds that are cut off after a sale go on from there, and no sale is returned twice', async () => {
    const person = await performer('post');
    await fill(app, davi, 20_000);
    const posts = [
      await post([person.id], { price: 1_000 }),
      await post([person.id], { price: 1_500 }),
    ];
    await buy(posts[0]?.id as PostId, 1_000);
    await buy(posts[1]?.id as PostId, 1_500);
    const before = await balance();
    // The database dies at the last statement of the second refund.
    await app.ctx.pool.query(`
      CREATE FUNCTION fail_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM consent_refunds WHERE performer_id = NEW.performer_id) THEN RAISE 'cut off'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_second BEFORE INSERT ON consent_refunds FOR EACH ROW EXECUTE FUNCTION fail_second()`);
    const run = () => refundBuyers(app.ctx, app.services.payments, person.id);
    await withdraw(person);
    await expect(run()).rejects.toThrow('cut off');
    expect(await balance()).toBe(before + 1_000);
    await app.ctx.pool.query(
      'DROP TRIGGER fail_second ON consent_refunds; DROP FUNCTION fail_second()',
    );
    expect(await run()).toBe(1);
    await app.runJobs();
    expect(await balance()).toBe(before + 2_500);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('money that the producer no longer has becomes their debt', async () => {
    const person = await performer('post');
    await fill(app, davi, 20_000);
    const before = await app.ctx.ledger.earningsOf(lia.profileId);
    const sold = await post([person.id], { price: 10_000 });
    await buy(sold.id, 10_000);
    app.clock.advance(20 * DAY_MS);
    await app.ctx.ledger.releaseDue();
    const { available } = await app.ctx.ledger.earningsOf(lia.profileId);
    expect(available).toBeGreaterThan(before.available);
    davi = await app.join('davi.fan');
    // A part of it is paid out.
    await app.ctx.ledger.post({
      kind: 'payout',
      payoutId: newId(),
      profileId: lia.profileId,
      amount: (available - 1_000) as Centavos,
    });
    const paid = await balance();
    await withdraw(person);
    await app.runJobs();
    davi = await app.join('davi.fan');
    expect(await balance()).toBe(paid + 10_000);
    const { rows } = await app.ctx.pool.query(
      'SELECT amount_centavos::int AS amount, owed_centavos::int AS owed FROM consent_refunds WHERE performer_id = $1',
      [person.id],
    );
    const share = 10_000 - 10_000 * (app.ctx.config.FEE_BPS / 10_000);
    expect(rows).toEqual([{ amount: 10_000, owed: share - 1_000 }]);
    expect(await app.ctx.ledger.debtOf(lia.profileId)).toBe(share - 1_000);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });
});

test('posts without a declaration are listed for their author, declared together and withdrawn from', async () => {
  const person = await performer('post');
  const [one, other, control] = [await post([]), await post([]), await post([])];
  // As posts were published before they declared who appears.
  await app.ctx.pool.query('DELETE FROM post_declarations WHERE post_id = ANY($1)', [
    [one.id, other.id],
  ]);
  const listed = async () =>
    (await lia.call('GET /performers/undeclared', { query: {} })).map(({ id }) => id);
  expect(await listed()).toEqual([other.id, one.id]);
  expect((await lia.call('GET /studio/first-steps')).undeclared).toBe(2);
  const declare = (postIds: PostId[]) =>
    lia.ask('POST /performers/declare', { body: { postIds, performerIds: [person.id] } });
  expect((await declare([one.id, control.id])).reply.code).toBe('post.notFound');
  expect((await declare([one.id, other.id])).reply.data).toEqual({ declared: 2 });
  expect(await listed()).toEqual([]);
  await withdraw(person);
  expect(await Promise.all([one, other, control].map(({ id }) => sees(id)))).toEqual([
    404, 404, 200,
  ]);
});

describe('a signed file of consents', () => {
  const signed = async (person: TestPerformer) =>
    (
      await app.visitor.call('POST /publics/performers/consents', {
        body: { token: await person.link() },
      })
    ).file;

  test('what a person signed is verified without the entries of others, and a change of it is found', async () => {
    const ana = await performer('post', 'message');
    await performer('post', 'message');
    await withdraw(ana, { scopes: ['post'] });
    const text = await signed(ana);
    const lines = text.trimEnd().split('\n');
    const entries = lines.slice(1, -1).map((line) => JSON.parse(line));
    expect(entries.map(({ act, scope }) => [act, scope])).toEqual([
      ['grant', 'post'],
      ['grant', 'message'],
      ['withdrawal', 'post'],
    ]);
    expect(new Set(entries.map(({ performerId }) => performerId))).toEqual(new Set([ana.id]));
    const { publicKey: key } = await app.visitor.call('GET /publics/packs/key');
    expect(findFault(text, { key })).toBe(null);
    expect(checkConsents(text, { key })).toMatchObject({ entries: 3, computed: 3 });
    expect(findFault(text.replace('"grant"', '"refusal"'), { key })).toMatch(/signature/);
    expect(findFault(`${lines.toSpliced(1, 1).join('\n')}\n`, { key })).toMatch(/signature/);
    expect(findFault(text, { key: 'another' })).toMatch(/another key/);
  });

  test('a file that the installation itself signed with another content is found by its hash and by the pack', async () => {
    const ana = await performer('post');
    const text = await signed(ana);
    const lines = text.trimEnd().split('\n');
    const resign = async (entries: string[]) => {
      const before = [lines[0], ...entries].map((line) => `${line}\n`).join('');
      const key = await signingKey(app.ctx.db);
      const signature = key.sign(Buffer.from(`camarim consents\n${before}`));
      return `${before}${JSON.stringify({ publicKey: key.publicKey, signature })}\n`;
    };
    const entries = lines.slice(1, -1);
    expect(findFault(await resign(entries))).toBe(null);
    const changed = entries.map((line) => line.replace('"scope":"post"', '"scope":"resale"'));
    expect(findFault(await resign(changed))).toMatch(/has another hash/);
    const { place, hash } = JSON.parse(entries[0] ?? '{}');
    const pack = (of: string) => `id,place,hash\nx,${place},${of}\n`;
    expect(checkConsents(text, { pack: pack(hash) })).toMatchObject({ found: 1 });
    expect(findFault(text, { pack: pack('0'.repeat(64)) })).toMatch(/the pack has another hash/);
    expect(findFault(await resign([...entries, ...entries]))).toMatch(/entries are missing|follow/);
  });

  test('a producer reads what their performers signed, without the networks, and no one else’s', async () => {
    const other = await joinProducer(app, 'outra.lua');
    await performer('post');
    await joinPerformer(app, { admin, producer: other }, (seed += 1), ['post']);
    const { body: text } = await app.server.inject({
      method: 'GET',
      url: '/api/performers/consents',
      headers: { authorization: `Bearer ${other.token}` },
    });
    const entries = text
      .trimEnd()
      .split('\n')
      .slice(1, -1)
      .map((line: string) => JSON.parse(line));
    expect(entries).toHaveLength(1);
    expect(entries[0].producerId).toBe(other.profileId);
    expect(text).not.toContain('network');
    expect(checkConsents(text)).toMatchObject({ entries: 1, computed: 0 });
  });
});

test('the chain of the ledger is found broken when an entry was changed or the last ones are gone', async () => {
  expect(await checkChain(app.ctx.db, CONSENT_CHAIN)).toMatchObject({ broken: null });
  const tamper = async (statement: string) => {
    const client = await app.ctx.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(statement);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  await expect(app.ctx.pool.query('DELETE FROM consent_entries')).rejects.toThrow('written once');
  await tamper("UPDATE consent_entries SET scope = 'resale' WHERE place = 2");
  expect(await checkChain(app.ctx.db, CONSENT_CHAIN)).toMatchObject({
    broken: { problem: 'changed', place: 2 },
  });
  await tamper('DELETE FROM consent_entries WHERE place >= 2');
  expect(await checkChain(app.ctx.db, CONSENT_CHAIN)).toMatchObject({
    broken: { problem: 'cutOff', place: 2 },
  });
});
