// The review before publication: what is in review is seen by its author and the team only, until
// one of the team decides.
import type { PostId } from '@camarim/contract/ids';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import {
  fill,
  joinProducer,
  open,
  picture,
  post,
  publish,
  refused,
} from '../../testing/publishing.ts';
import { setStaffRole } from '../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
let moderator: ApiClient;
let author: ApiClient;

const SETTINGS: ReviewSettings = {
  posts: 'all',
  broadcasts: 'all',
  profileImages: 'all',
  lives: 'all',
  samplePercent: 5,
  newDays: 0,
  newItems: 0,
  strikeDays: 180,
};

const set = async (changes: Partial<ReviewSettings>): Promise<void> => {
  await stepUp(app, admin);
  const { version } = await admin.call('GET /dsb/review-settings', {});
  await admin.call('PUT /dsb/review-settings', {
    body: { version, settings: { ...SETTINGS, ...changes }, reason: 'para o teste' },
  });
};

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  moderator = await joinAdmin(app, 'moderadora', 'moderation');
  author = await joinProducer(app, 'autora');
  await set({});
});

let names = 0;
beforeEach(async () => {
  author = await joinProducer(app, `autora${(names += 1)}`);
});

const queue = async (person = moderator) => (await person.call('GET /dsb/reviews', {})).items;
const itemOf = async (domainName: string, person = moderator) => {
  const item = (await queue(person)).find(
    ({ producer }) => producer.profile.domainName === domainName,
  );
  if (!item) throw new Error(`nothing of ${domainName} waits`);
  return item;
};
const approve = ({ id, version }: { id: string; version: number }, person = moderator) =>
  person.ask('POST /dsb/reviews/{id}', { params: { id }, body: { outcome: 'approved', version } });
const refuse = (
  { id, version }: { id: string; version: number },
  reason: 'noConsent' | 'misleading' | 'other' = 'noConsent',
  note = '',
  person = moderator,
) =>
  person.ask('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'refused', version, reason, note },
  });
const mine = (id: PostId) => author.call('GET /posts/{id}', { params: { id } });
const isSeen = async (id: PostId) =>
  (await app.visitor.ask('GET /posts/{id}', { params: { id } })).status === 200;
const actsOn = async (subjectId: string) => {
  const { rows } = await app.ctx.pool.query<{ action: string }>(
    "SELECT action FROM admin_log WHERE subject_id = $1 AND action <> 'review.viewed' ORDER BY id",
    [subjectId],
  );
  return rows.map(({ action }) => action);
};

describe('a post in review', () => {
  test('a post in review is seen by its author and in full by the team only, and is published on approval', async () => {
    const { id, mediaIds } = await publish(app, author, { seed: 3, text: 'novo' });
    expect(await mine(id)).toMatchObject({
      state: 'inReview',
      review: { state: 'waiting', reason: null },
    });
    expect(await isSeen(id)).toBe(false);
    const item = await itemOf(author.domainName);
    expect(item).toMatchObject({
      kind: 'post',
      cause: 'all',
      text: 'novo',
      performers: [],
      producer: { approved: 0, refused: 0, strikes: 0 },
    });
    expect(item.medias.map((media) => media.id)).toEqual(mediaIds);
    const url = item.medias[0]?.lgThumb;
    expect((await open(app, moderator, url)).statusCode).toBe(200);
    for (const other of [app.fan, app.visitor])
      expect((await open(app, other, url)).statusCode).not.toBe(200);

    app.clock.advance(60_000);
    expect((await approve(item)).status).toBe(200);
    expect(await isSeen(id)).toBe(true);
    const published = await mine(id);
    expect(published).toMatchObject({ state: 'published', review: null });
    expect(Date.parse(published.startWhen)).toBe(app.clock.now().getTime());
    expect(await actsOn(item.id)).toEqual(['review.approved']);
    expect(
      await refused(moderator, 'POST /dsb/reviews/{id}', {
        params: { id: item.id },
        body: { outcome: 'approved', version: 1 },
      }),
    ).toBe('review.alreadyDecided');
  });

  test('a refused post stays unseen, its author reads the reason, and a strike counts until it is taken back', async () => {
    const { id } = await publish(app, author, { seed: 4, text: 'com outra pessoa' });
    const item = await itemOf(author.domainName);
    const { reply } = await refuse(item, 'noConsent', 'Quem é a segunda pessoa?');
    expect(reply.data).toEqual({ strikes: 1 });
    expect(await isSeen(id)).toBe(false);
    expect(await mine(id)).toMatchObject({
      state: 'refused',
      review: { state: 'refused', reason: 'noConsent', note: 'Quem é a segunda pessoa?' },
    });
    const listed = await author.call('GET /posts/me', { query: { state: 'refused' } });
    expect(listed.map((one) => one.id)).toEqual([id]);
    await app.runJobs();
    const [email] = ((await app.ctx.mail.inbox?.list(20)) ?? []).filter(
      ({ to }) => to === `${author.domainName}@example.com`,
    );
    expect(email?.text).toContain('Quem é a segunda pessoa?');
    expect(email?.text).toContain(`appeal=${item.id}`);

    const log = () =>
      moderator.call('GET /dsb/reviews/producer/{producerId}', {
        params: { producerId: author.profileId },
      });
    expect(await log()).toMatchObject({
      strikes: 1,
      items: [{ id: item.id, state: 'refused', counts: true }],
    });
    const restore = () =>
      moderator.ask('POST /dsb/reviews/{id}/restore', {
        params: { id: item.id },
        body: { reason: 'O termo chegou.' },
      });
    expect((await restore()).reply.data).toEqual({ published: true });
    expect(await isSeen(id)).toBe(true);
    expect(await log()).toMatchObject({ strikes: 0, items: [{ counts: false }] });
    expect((await restore()).reply.code).toBe('review.notRefused');
    expect(await actsOn(item.id)).toEqual(['review.refused', 'review.restored']);
  });

  test('an appeal is won also when the refusal was taken back before its answer', async () => {
    await publish(app, author, { seed: 14, text: 'com o termo' });
    const item = await itemOf(author.domainName);
    await refuse(item);
    const { id } = await author.call('POST /profiles/help', {
      body: { message: 'O termo chegou.', decision: item.id },
    });
    const params = { id: item.id };
    const body = { reason: 'O termo chegou.' };
    await moderator.call('POST /dsb/reviews/{id}/restore', { params, body });
    const { reply } = await admin.ask('POST /dsb/help/{id}', {
      params: { id },
      body: { answer: 'Revimos.', outcome: 'overturned' },
    });
    expect(reply.data).toMatchObject({ restored: 0, appeal: { outcome: 'overturned' } });
  });

  test('a post that is changed after a refusal waits again, and a decision on what was not seen is refused', async () => {
    const { id } = await publish(app, author, { seed: 5, text: 'primeira versão' });
    await refuse(await itemOf(author.domainName), 'misleading');
    await author.call('PUT /posts/{id}', { params: { id }, body: { text: 'segunda versão' } });
    const item = await itemOf(author.domainName);
    expect(item).toMatchObject({ text: 'segunda versão', producer: { refused: 1, strikes: 0 } });
    await author.call('PUT /posts/{id}', { params: { id }, body: { text: 'terceira versão' } });
    expect((await approve(item)).reply.code).toBe('review.changed');
    expect(await isSeen(id)).toBe(false);
    expect((await approve(await itemOf(author.domainName))).status).toBe(200);
    expect(await isSeen(id)).toBe(true);
  });

  test('new words of a published post hold it again, and are refused once a fan bought it', async () => {
    const { id } = await publish(app, author, { seed: 6, text: 'à venda', price: centavos(500) });
    await approve(await itemOf(author.domainName));
    await author.call('PUT /posts/{id}', { params: { id }, body: { price: centavos(700) } });
    expect(await isSeen(id)).toBe(true);
    await author.call('PUT /posts/{id}', { params: { id }, body: { text: 'outras palavras' } });
    expect(await isSeen(id)).toBe(false);
    await approve(await itemOf(author.domainName));
    await fill(app, app.fan, 5_000);
    await app.fan.call('POST /posts/{id}/purchase', {
      params: { id },
      body: { price: centavos(700) },
      idempotencyKey: newId(),
    });
    expect(
      await refused(author, 'PUT /posts/{id}', { params: { id }, body: { text: 'ainda outras' } }),
    ).toBe('review.sold');
    expect(await isSeen(id)).toBe(true);
  });

  test('a post that is a draft, deleted or still processed is not in the queue', async () => {
    const draft = await publish(app, author, { seed: 7, text: 'rascunho', draft: true });
    expect((await queue()).map(({ text }) => text)).not.toContain('rascunho');
    await author.call('PUT /posts/{id}', { params: { id: draft.id }, body: { draft: false } });
    expect(await mine(draft.id)).toMatchObject({ state: 'inReview' });
    const item = await itemOf(author.domainName);
    await author.call('DELETE /posts/{id}', { params: { id: draft.id } });
    expect((await approve(item)).reply.code).toBe('review.notFound');
    const { reply } = await post(app, author, [await picture(8)], { text: 'em preparo' });
    expect(reply.data).toMatchObject({ state: 'processing', review: { state: 'waiting' } });
    expect((await queue()).map(({ text }) => text)).not.toContain('em preparo');
    await app.runJobs();
    expect((await itemOf(author.domainName)).text).toBe('em preparo');
  });
});

describe('a mass message in review', () => {
  test('a mass message in review reaches no receiver before its approval, and its receivers once after it', async () => {
    await follow(app.fan, author);
    const created = await author.ask('POST /chats/many', {
      body: { include: [{ kind: 'followers' }], message: `Oi de ${author.domainName}` },
      idempotencyKey: newId(),
    });
    const { id } = created.reply.data;
    const view = () => author.call('GET /chats/broadcasts/{id}', { params: { id } });
    await app.runJobs();
    expect(await read(app.fan, author.domainName)).toEqual([]);
    expect(await view()).toMatchObject({ state: 'scheduled', review: { state: 'waiting' } });
    const item = await itemOf(author.domainName);
    expect(item).toMatchObject({ kind: 'broadcast', text: `Oi de ${author.domainName}` });
    await approve(item);
    await app.runJobs();
    await app.runJobs();
    expect((await read(app.fan, author.domainName)).map(({ content }) => content)).toEqual([
      `Oi de ${author.domainName}`,
    ]);
    expect(await view()).toMatchObject({ state: 'sent', review: null });
    expect(
      await refused(author, 'PUT /chats/broadcasts/{id}', {
        params: { id },
        body: { message: 'outra coisa' },
      }),
    ).toBe('review.sold');
  });

  test('a mass message that is sent again changes what its receivers have only as the first one does', async () => {
    await follow(app.fan, author);
    const created = await author.call('POST /chats/many', {
      body: { include: [{ kind: 'followers' }], message: 'aprovada' },
      idempotencyKey: newId(),
    });
    await approve(await itemOf(author.domainName));
    await app.runJobs();
    const again = await author.call('POST /chats/broadcasts/{id}/resend', {
      params: { id: created.id },
      idempotencyKey: newId(),
    });
    const change = (body: object) =>
      refused(author, 'PUT /chats/broadcasts/{id}', {
        params: { id: again.id },
        body: { message: 'aprovada', ...body },
      });
    const tomorrow = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    expect(await change({ sendAt: tomorrow })).toBeNull();
    expect(await change({ message: 'sem análise' })).toBe('review.sold');
    expect((await read(app.fan, author.domainName)).map(({ content }) => content)).toEqual([
      'aprovada',
    ]);
    await set({ broadcasts: 'off' });
    expect(await change({ message: 'corrigida' })).toBeNull();
    const [message] = await read(app.fan, author.domainName);
    expect(message).toMatchObject({ content: 'corrigida', editedAt: expect.any(String) });
    await set({});
  });
});

describe('who decides', () => {
  test('a review needs a note where its code says too little, and another person who claims it', async () => {
    await publish(app, author, { pictures: 0, text: 'texto' });
    const item = await itemOf(author.domainName);
    expect((await refuse(item, 'other')).reply.code).toBe('validate.required');
    expect((await refuse(item, 'other', 'Regra 7.')).status).toBe(200);

    const boss = admin;
    const second = await publish(app, author, { pictures: 0, text: 'outro' });
    const waiting = await itemOf(author.domainName);
    await boss.call('POST /dsb/todo/{kind}/{id}/claim', {
      params: { kind: 'contentReview', id: waiting.id },
    });
    expect((await queue()).map(({ id }) => id)).not.toContain(waiting.id);
    expect((await approve(waiting)).reply.code).toBe('decision.claimed');
    expect(await isSeen(second.id)).toBe(false);
    expect((await approve(waiting, boss)).status).toBe(200);
    const todo = await boss.call('GET /dsb/todo', { query: { kind: 'contentReview' } });
    expect(todo.items.map(({ id }) => id)).not.toContain(waiting.id);
  });

  test('an administrator who publishes does not see or decide their own content', async () => {
    const both = await joinProducer(app, 'dupla');
    await publish(app, both, { pictures: 0, text: 'meu próprio' });
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'dupla', 'moderation', 'teste');
    app.clock.advance(6_000);
    const item = await itemOf('dupla');
    expect((await queue(both)).map(({ id }) => id)).not.toContain(item.id);
    expect((await approve(item, both)).reply.code).toBe('decision.own');
  });

  test('the second of two simultaneous changes of the review settings is refused', async () => {
    await stepUp(app, admin);
    const { version } = await admin.call('GET /dsb/review-settings', {});
    const change = () =>
      admin.ask('PUT /dsb/review-settings', {
        body: { version, settings: SETTINGS, reason: 'duas vezes' },
      });
    expect((await change()).status).toBe(200);
    expect((await change()).reply.code).toBe('review.settingsChanged');
  });
});

test('established producers publish at once where only new ones are reviewed, until a strike', async () => {
  await set({ posts: 'newProducers', newItems: 1 });
  const first = await publish(app, author, { pictures: 0, text: 'a primeira' });
  expect(await isSeen(first.id)).toBe(false);
  await approve(await itemOf(author.domainName));
  const second = await publish(app, author, { pictures: 0, text: 'a segunda' });
  expect(await isSeen(second.id)).toBe(true);
  await set({ posts: 'all' });
  await publish(app, author, { pictures: 0, text: 'a terceira' });
  await refuse(await itemOf(author.domainName), 'noConsent');
  await set({ posts: 'newProducers', newItems: 1 });
  const fourth = await publish(app, author, { pictures: 0, text: 'a quarta' });
  expect(await isSeen(fourth.id)).toBe(false);
  expect((await itemOf(author.domainName)).cause).toBe('strikes');
  app.clock.advance(181 * DAY_MS);
  author = await app.join(author.domainName);
  const fifth = await publish(app, author, { pictures: 0, text: 'a quinta' });
  expect(await isSeen(fifth.id)).toBe(true);
});
