// The removal portal: a person without an account proves an address, what they name and its copies
// are withheld, and a decision removes them or shows them again. A picture of something else is the
// control.
import type { MediaId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { darkJpeg, flatJpeg, jpeg, zipOf } from '../../testing/media/drawings.ts';
import { PDQ_QUALITY_MIN, pdqOf } from '../../platform/media/pdq.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, open } from '../../testing/publishing.ts';
import {
  askForRemoval,
  confirmRemoval,
  decideRemoval,
  emailsOf,
  hashPicture,
  publishFile,
  removalCase,
} from '../../testing/removing.ts';
import { back } from '../../testing/subscribing.ts';

let app: TestApp;
let admin: ApiClient;
let other: ApiClient;
let author: ApiClient;
let second: ApiClient;
/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  other = await joinAdmin(app, 'revisao');
  author = await joinProducer(app, 'autora');
  second = await joinProducer(app, 'outra');
  await follow(app.fan, author);
});

const fileOf = async (person: ApiClient, content: Buffer, contentType = 'image/jpeg') => ({
  key: await upload(app.server, person, content, contentType),
  contentType,
});
const publish = (person: ApiClient, content: Buffer, contentType?: string) =>
  publishFile(app, person, content, contentType);
/** How the file came to another place: smaller, mirrored and recompressed. */
const copyOf = async (seed: number) =>
  sharp(await jpeg(seed))
    .flop()
    .resize(400)
    .jpeg({ quality: 55 })
    .toBuffer();

const hash = (content: Buffer) => hashPicture(app, content);
const ask = (given: object, email?: string) => askForRemoval(app, given, email);
const emailsTo = (to: string) => emailsOf(app, to);
const confirm = (email: string) => confirmRemoval(app, email);
const followBy = (reference: string | undefined, email: string) =>
  app.visitor.ask('POST /publics/removals/follow', {
    body: { reference: reference ?? '', email },
  });
const caseOf = (reference: string | undefined) => removalCase(admin, reference);
const statusOf = async (person: ApiClient, id: string) =>
  (await person.ask('GET /posts/{id}', { params: { id } as never })).status;

describe('a request of a person without an account', () => {
  test('a removal request withholds the post and its copies once its address is proven, until decided', async () => {
    const named = await publish(author, await jpeg(21));
    const archive = await publish(
      second,
      await zipOf({ 'a.jpg': await jpeg(30), 'b.jpg': await copyOf(21) }),
      'application/zip',
    );
    const elsewhere = await publish(second, await jpeg(31));
    const medias = [await fileOf(author, await copyOf(21))];
    await send(author, app.fan, { message: 'olha', medias });
    await app.runJobs();
    const message = async () => (await read(app.fan, author.domainName)).at(-1);
    const url = (await message())?.medias[0]?.url;
    expect((await open(app, app.fan, url)).statusCode).toBe(200);

    const link = `${app.ctx.config.publicUrl}/autora/posts/${named.id}`;
    const { reference, email } = await ask({ links: [link, 'https://example.org/x'] });
    await app.runJobs();
    expect(await statusOf(app.fan, named.id)).toBe(200);
    expect((await followBy(reference, email)).reply.data).toMatchObject({ state: 'unconfirmed' });

    const before = app.clock.now().getTime();
    const { state, dueAt } = await confirm(email);
    expect(state).toBe('waiting');
    expect(Date.parse(dueAt ?? '') - before).toBe(48 * HOUR_MS);
    expect(await statusOf(app.fan, named.id)).toBe(404);
    expect(await statusOf(app.fan, archive.id)).toBe(404);
    expect(await statusOf(app.fan, elsewhere.id)).toBe(200);
    expect(await message()).toMatchObject({ content: 'olha', medias: [] });
    expect((await open(app, app.fan, url)).statusCode).not.toBe(200);

    const later = await publish(second, await copyOf(21));
    expect(await statusOf(app.fan, later.id)).toBe(404);
    const item = (await admin.call('GET /dsb/todo', { query: { kind: 'removalRequest' } as never }))
      .items[0];
    const shown = await caseOf(reference);
    expect(item).toMatchObject({ id: shown.id, dueAt });
    expect(shown.links.map(({ found }) => found)).toEqual([true, false]);
    expect(shown.items.map(({ via }) => via)).toEqual(['link', 'copy', 'copy', 'later']);
    expect((await open(app, admin, shown.items[0]?.media.lgThumb)).statusCode).toBe(200);
    expect((await followBy(reference, 'outra@example.com')).reply.code).toBe('removal.notFound');

    const decided = await decideRemoval(admin, shown, {
      outcome: 'removed',
      keep: [later.mediaId],
    });
    expect(decided.reply.data).toEqual({ removed: 3, kept: 1 });
    await app.runJobs();
    app.clock.advance(MOMENT_MS);
    expect(await statusOf(app.fan, later.id)).toBe(200);
    expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
    const again = await publish(second, await copyOf(21));
    expect(
      (await app.ctx.pool.query('SELECT error_code FROM media WHERE id = $1', [again.mediaId]))
        .rows,
    ).toEqual([{ error_code: 'upload.blocked' }]);
    expect((await followBy(reference, email)).reply.data).toMatchObject({
      state: 'removed',
      removed: 3,
      reason: 'Não houve consentimento.',
    });
    expect((await emailsTo(email)).some(({ subject }) => subject.includes('Removemos'))).toBe(true);
    expect((await decideRemoval(admin, shown, { outcome: 'refused' })).reply.code).toBe(
      'removal.alreadyDecided',
    );

    const appeal = await author.call('POST /profiles/help', {
      body: { message: 'Tenho o consentimento', decision: shown.id },
    });
    const answer = (person: ApiClient) =>
      person.ask('POST /dsb/help/{id}', { params: { id: appeal.id }, body: { answer: 'revisto' } });
    expect((await answer(admin)).reply.code).toBe('ticket.otherAdmin');
    expect((await answer(other)).status).toBe(200);
  });

  test('a removal request with an image alone finds its posts, and a later request keeps a refusal', async () => {
    const { id } = await publish(author, await jpeg(41));
    const { reply } = await hash(await copyOf(41));
    expect(JSON.stringify(reply)).not.toContain(id);
    const pictures = [reply.data.picture];
    const { reference, email } = await ask({ pictures });
    await confirm(email);
    expect(await statusOf(app.fan, id)).toBe(404);
    expect(await author.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      withheld: true,
      withheldFor: 'removal',
    });
    const shown = await caseOf(reference);
    expect(shown).toMatchObject({ pictures: 1, searched: true, person: { email } });
    const support = await joinAdmin(app, 'atende', 'support');
    for (const { person } of await support.call('GET /dsb/removals')) expect(person).toBeNull();
    expect((await decideRemoval(admin, shown, { outcome: 'refused' })).status).toBe(200);
    app.clock.advance(MOMENT_MS);
    expect(await statusOf(app.fan, id)).toBe(200);
    const next = await ask({ pictures });
    await confirm(next.email);
    expect(await statusOf(app.fan, id)).toBe(200);
    expect((await caseOf(next.reference)).items).toHaveLength(1);
  });

  test('a request about a minor hides the media from its owner, who is not notified, and is due in 24 hours', async () => {
    const { id } = await publish(author, await jpeg(51));
    const url = (await author.call('GET /posts/{id}', { params: { id } })).medias[0]?.lgThumb;
    const notices = async () =>
      (await emailsTo('autora@example.com')).filter(({ subject }) => subject.includes('fora do ar'))
        .length;
    const before = await notices();
    const { email } = await ask({
      ground: 'minor',
      links: [`${app.ctx.config.publicUrl}/autora/posts/${id}`],
    });
    const from = app.clock.now().getTime();
    const { dueAt } = await confirm(email);
    expect(Date.parse(dueAt ?? '') - from).toBe(24 * HOUR_MS);
    expect((await open(app, author, url)).statusCode).not.toBe(200);
    expect(await notices()).toBe(before);
  });
});

test('a request is refused to administrators who own a media of it or who made it', async () => {
  const { id } = await publish(author, await jpeg(61));
  const links = [`${app.ctx.config.publicUrl}/autora/posts/${id}`];
  const { reference, email } = await ask({ links }, 'chefia@example.com');
  await confirm(email);
  const shown = await caseOf(reference);
  const outcome = { outcome: 'refused' } as const;
  expect((await decideRemoval(admin, shown, outcome)).reply.code).toBe('decision.own');
  expect((await decideRemoval(other, shown, outcome)).status).toBe(200);
});

describe('what a request refuses', () => {
  test.each([
    ['nothing that is named', {}, 'removal.nothingNamed'],
    ['a picture that was not hashed here', { pictures: ['YWJj'] }, 'removal.pictureInvalid'],
    ['a captcha that was not solved', { links: ['x'], recapcha: 'x' }, 'auth.captchaRefused'],
  ])('a request is refused for %s', async (_, given, code) =>
    expect((await ask(given)).code).toBe(code),
  );

  test('a file that is no picture is refused, and so is a picture without features', async () => {
    expect((await hash(Buffer.from('oi'))).reply.code).toBe('upload.forged');
    expect((await hash(await flatJpeg('#808080'))).reply.code).toBe('removal.pictureTooPlain');
  });

  test('a sixth request of one address a day is refused, and the next day it is not', async () => {
    const email = 'muitas@example.com';
    app.clock.advance(25 * HOUR_MS);
    for (let count = 0; count < 5; count += 1)
      expect((await ask({ links: ['x'] }, email)).status).toBe(200);
    expect((await ask({ links: ['x'] }, email)).code).toBe('removal.tooMany');
    app.clock.advance(25 * HOUR_MS);
    expect((await ask({ links: ['x'] }, email)).status).toBe(200);
  });
});

test('a removal request that is nearly due reminds administrators once, and an unproven one is deleted', async () => {
  admin = await back(app, admin);
  const { reference, email } = await ask({ links: ['x'] });
  await confirm(email);
  const late = await ask({ links: ['y'] });
  const remind = async () => {
    await app.ctx.jobs.enqueue(app.ctx.db, 'removals.remind', {});
    return (await emailsTo('revisao@example.com')).filter(({ subject }) =>
      subject.includes('perto do prazo'),
    ).length;
  };
  const before = await remind();
  app.clock.advance(37 * HOUR_MS);
  expect(await remind()).toBe(before + 1);
  expect(await remind()).toBe(before + 1);
  app.clock.advance(7 * 24 * HOUR_MS);
  await remind();
  expect((await followBy(late.reference, late.email)).reply.code).toBe('removal.notFound');
  expect((await followBy(reference, email)).status).toBe(200);
});

describe('dark pictures, whose hashes have few features', () => {
  beforeAll(async () => {
    app.clock.advance(25 * HOUR_MS);
    [admin, author, second, app.fan] = [
      await back(app, admin),
      await back(app, author),
      await back(app, second),
      await back(app, app.fan),
    ];
  });
  const recompressed = async (seed: number) =>
    sharp(await darkJpeg(seed))
      .jpeg({ quality: 80 })
      .toBuffer();
  const quality = async (content: Buffer) => (await pdqOf(sharp(content))).quality;

  test('a removal request finds copies of a dark image, marks them as plain, and finds no other', async () => {
    expect(await quality(await darkJpeg(81))).toBeLessThan(PDQ_QUALITY_MIN);
    const named = await publish(author, await darkJpeg(81));
    const same = await publish(second, await darkJpeg(81));
    const copy = await publish(
      second,
      await zipOf({ 'a.jpg': await recompressed(81) }),
      'application/zip',
    );
    const others = [
      await publish(second, await darkJpeg(82)),
      await publish(second, await flatJpeg('#101010')),
    ];
    const link = `${app.ctx.config.publicUrl}/autora/posts/${named.id}`;
    const { reference, email } = await ask({ links: [link] });
    await confirm(email);
    const later = await publish(second, await recompressed(81));
    const found = [same, copy, later].map(({ mediaId }) => mediaId);
    const { items } = await caseOf(reference);
    expect(items.map(({ via, plain, exact }) => [via, plain, exact])).toEqual([
      ['link', false, false],
      ['copy', false, true],
      ['copy', true, false],
      ['later', false, true],
    ]);
    expect(items.slice(1).map(({ media }) => media.id)).toEqual(found);
    expect(items[1]?.distance).toBe(0);
    for (const { id } of [named, same, copy, later]) expect(await statusOf(app.fan, id)).toBe(404);
    for (const { id } of others) expect(await statusOf(app.fan, id)).toBe(200);
  });

  test('a request that names a flat picture finds no other flat picture', async () => {
    const named = await publish(author, await flatJpeg('#202020'));
    const other = await publish(second, await flatJpeg('#303030'));
    const link = `${app.ctx.config.publicUrl}/autora/posts/${named.id}`;
    const { email } = await ask({ links: [link] });
    await confirm(email);
    expect(await statusOf(app.fan, named.id)).toBe(404);
    expect(await statusOf(app.fan, other.id)).toBe(200);
  });

  test('a dark picture that is sent finds the post with it', async () => {
    const { id } = await publish(author, await darkJpeg(84));
    const { reply } = await hash(await recompressed(84));
    const { email } = await ask({ pictures: [reply.data.picture] });
    await confirm(email);
    expect(await statusOf(app.fan, id)).toBe(404);
  });
});

describe('a decision', () => {
  test('a removal decision is refused when another media was found since the request was shown', async () => {
    const named = await publish(author, await jpeg(71));
    const link = `${app.ctx.config.publicUrl}/autora/posts/${named.id}`;
    const { reference, email } = await ask({ links: [link] });
    await confirm(email);
    const before = await caseOf(reference);
    const later = await publish(second, await copyOf(71));
    for (const outcome of ['removed', 'refused'] as const)
      expect((await decideRemoval(admin, before, { outcome })).reply.code).toBe('removal.changed');
    expect(await statusOf(app.fan, later.id)).toBe(404);
    const after = await caseOf(reference);
    expect([before.found, after.found]).toEqual([1, 2]);
    expect((await decideRemoval(admin, after, { outcome: 'removed' })).reply.data).toEqual({
      removed: 2,
      kept: 0,
    });
  });

  test('a removal decision is about all media of its request, which are shown in pages', async () => {
    const named = await publish(author, await jpeg(72));
    const link = `${app.ctx.config.publicUrl}/autora/posts/${named.id}`;
    const { reference, email } = await ask({ links: [link] });
    await confirm(email);
    const { id } = await caseOf(reference);
    await app.ctx.pool.query(
      `WITH copies AS (
        INSERT INTO media SELECT (jsonb_populate_record(m, jsonb_build_object('id',
          uuidv7(), 'original_key', uuidv7()::text, 'upload_key', uuidv7()::text))).* FROM media m,
          generate_series(1, 204) WHERE m.id = $1 RETURNING id)
      INSERT INTO removal_items (request_id, media_id, via, distance, plain, found_at) SELECT $2,
        id, 'later', 0, false, $3 FROM copies`,
      [named.mediaId, id, app.clock.now()],
    );
    const shown = await caseOf(reference);
    expect([shown.items.length, shown.found]).toEqual([200, 205]);
    const rest = await admin.call('GET /dsb/removals/{id}/items', {
      params: { id },
      query: { offset: 200, limit: 200 } as never,
    });
    const ids = [...shown.items, ...rest].map(({ media }) => media.id as MediaId);
    expect(new Set(ids).size).toBe(205);
    const decided = await decideRemoval(admin, shown, {
      outcome: 'removed',
      keep: ids.slice(1, -1),
    });
    expect(decided.reply.data).toEqual({ removed: 2, kept: 203 });
    const again = await admin.ask('GET /dsb/removals/{id}/items', { params: { id } });
    expect(again.reply.code).toBe('removal.notFound');
  });
});
