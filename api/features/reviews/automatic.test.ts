// The review of what is sent to many people by rule: automations and welcome messages send nothing
// that was not approved, and what is due waits for the decision.
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { joinProducer, open, picture } from '../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let moderator: ApiClient;
let author: ApiClient;
let names = 0;

const set = async (broadcasts: ReviewSettings['broadcasts']): Promise<void> => {
  await stepUp(app, admin);
  const { version, settings } = await admin.call('GET /dsb/review-settings', {});
  await admin.call('PUT /dsb/review-settings', {
    body: { version, settings: { ...settings, broadcasts }, reason: 'para o teste' },
  });
};

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  // The clock goes on, and sessions of the team end early.
  admin = await joinAdmin(app, `chefia${(names += 1)}`);
  moderator = await joinAdmin(app, `moderadora${names}`, 'moderation');
  author = await joinProducer(app, `autora${(names += 1)}`);
  await set('all');
});

const join = (): Promise<ApiClient> => app.join(`fan${(names += 1)}`);
const waiting = async () =>
  (await moderator.call('GET /dsb/reviews', {})).items.filter(
    ({ producer }) => producer.profile.domainName === author.domainName,
  );
const itemOf = async () => {
  const [item, second] = await waiting();
  if (!item || second) throw new Error('one item should wait');
  return item;
};
const approve = ({ id, version }: { id: string; version: number }) =>
  moderator.ask('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'approved', version },
  });
const refuse = ({ id, version }: { id: string; version: number }, note: string) =>
  moderator.ask('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'refused', version, reason: 'misleading', note },
  });
/** What the clock does each minute. */
const minute = async (): Promise<void> => {
  app.clock.advance(60_000);
  await app.runJobs();
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'chats.sendAutomatic', {}));
  await app.runJobs();
};
const received = async (fan: ApiClient) =>
  (await read(fan, author.domainName)).map(({ content }) => content);

/** Each way of sending by rule, with the calls of its author. */
const WAYS = [
  {
    kind: 'welcome' as const,
    write: async (message: string, medias: readonly unknown[] = []) => {
      await author.call('POST /profiles/welcome', { body: { message, medias: medias as never } });
    },
    view: () => author.call('GET /profiles/welcome', {}),
  },
  {
    kind: 'automation' as const,
    write: async (message: string, medias: readonly unknown[] = []) => {
      const [old] = await author.call('GET /chats/automations', {});
      const body = { trigger: 'follow' as const, message, medias: medias as never };
      if (!old) return void (await author.call('POST /chats/automations', { body }));
      await author.call('PUT /chats/automations/{id}', { params: { id: old.id }, body });
    },
    view: async () => (await author.call('GET /chats/automations', {}))[0] ?? null,
  },
];

describe.each(WAYS)('$kind', ({ kind, write, view }) => {
  test(`no fan receives a text (${kind}) before its approval, and its receivers get it once afterwards`, async () => {
    await write('primeira versão');
    expect(await view()).toMatchObject({ review: { state: 'waiting', reason: null } });
    const fan = await join();
    await follow(fan, author);
    await minute();
    expect(await received(fan)).toEqual([]);
    const item = await itemOf();
    expect(item).toMatchObject({ kind, text: 'primeira versão', version: 1 });
    expect((await approve(item)).status).toBe(200);
    expect(await view()).toMatchObject({ review: null });
    await minute();
    await minute();
    expect(await received(fan)).toEqual(['primeira versão']);
    const later = await join();
    await follow(later, author);
    await minute();
    expect(await received(later)).toEqual(['primeira versão']);
  });

  test(`the author of refused text (${kind}) reads why, and their change waits for a new decision`, async () => {
    await write('primeira versão');
    const fan = await join();
    await follow(fan, author);
    await refuse(await itemOf(), 'Promete o que não há.');
    await minute();
    expect(await received(fan)).toEqual([]);
    expect(await view()).toMatchObject({
      review: { state: 'refused', reason: 'misleading', note: 'Promete o que não há.' },
    });
    const emails = ((await app.ctx.mail.inbox?.list(20)) ?? []).filter(
      ({ to, text }) =>
        to === `${author.domainName}@example.com` && text.includes('Promete o que não há.'),
    );
    expect(emails).toHaveLength(1);

    // A refused one stays in review where a new one would not be.
    await set('off');
    await write('segunda versão');
    const item = await itemOf();
    await write('terceira versão');
    expect((await approve(item)).reply.code).toBe('review.changed');
    const last = await itemOf();
    expect(last).toMatchObject({ text: 'terceira versão', producer: { refused: 1 } });
    await approve(last);
    await minute();
    expect(await received(fan)).toEqual(['terceira versão']);
  });

  test(`an approved text (${kind}) waits for a review again with new words or media, not when unchanged`, async () => {
    await write('primeira versão');
    await approve(await itemOf());
    await write('primeira versão');
    expect(await waiting()).toEqual([]);
    expect(await view()).toMatchObject({ review: null });
    const key = await upload(app.server, author, await picture(11), 'image/jpeg');
    await write('primeira versão', [{ key, contentType: 'image/jpeg' }]);
    expect(await waiting()).toEqual([]);
    await app.runJobs();
    const item = await itemOf();
    expect(item.medias).toHaveLength(1);
    const url = item.medias[0]?.lgThumb;
    expect((await open(app, moderator, url)).statusCode).toBe(200);
    const fan = await join();
    expect((await open(app, fan, url)).statusCode).not.toBe(200);
    await follow(fan, author);
    await minute();
    expect(await received(fan)).toEqual([]);
  });

  test('a refusal that is taken back sends what waited', async () => {
    await write('primeira versão');
    const fan = await join();
    await follow(fan, author);
    const item = await itemOf();
    await refuse(item, '');
    const { reply } = await moderator.ask('POST /dsb/reviews/{id}/restore', {
      params: { id: item.id },
      body: { reason: 'Foi engano.' },
    });
    expect(reply.data).toEqual({ published: true });
    await minute();
    expect(await received(fan)).toEqual(['primeira versão']);
  });
});

test('what is deleted while it is in review leaves the queue, and what was due is not sent', async () => {
  await WAYS[0]?.write('boas-vindas');
  await WAYS[1]?.write('automática');
  const fan = await join();
  await follow(fan, author);
  await minute();
  const items = await waiting();
  expect(items.map(({ kind }) => kind)).toEqual(['welcome', 'automation']);
  await author.call('DELETE /profiles/welcome', {});
  const [rule] = await author.call('GET /chats/automations', {});
  await author.call('DELETE /chats/automations/{id}', { params: { id: rule?.id as never } });
  expect(await waiting()).toEqual([]);
  for (const item of items) expect((await approve(item)).reply.code).toBe('review.notFound');
  await minute();
  expect(await received(fan)).toEqual([]);
  const { rows } = await app.ctx.pool.query<{ skipped: string }>(
    'SELECT skipped FROM automatic_messages WHERE profile_id = $1',
    [fan.profileId],
  );
  expect(rows).toEqual([{ skipped: 'stopped' }, { skipped: 'stopped' }]);
});

test('automations and welcome messages are sent at once where messages are not reviewed', async () => {
  await set('off');
  await WAYS[0]?.write('boas-vindas');
  await WAYS[1]?.write('automática');
  const fan = await join();
  await follow(fan, author);
  await minute();
  expect(await received(fan)).toEqual(['boas-vindas', 'automática']);
});

test('messages that wait for a review do not delay other messages', async () => {
  await WAYS[1]?.write('automática');
  const fan = await join();
  // More than are taken at once, and due before the other one.
  await app.ctx.pool.query(
    `INSERT INTO automatic_messages (id, producer_id, profile_id, trigger, created_at, due_at,
      automation_id, event_key)
     SELECT uuidv7(), a.producer_id, $2, a.trigger, $3, $3, a.id, n::text FROM automations a,
       generate_series(1, 101) n WHERE a.producer_id = $1`,
    [author.profileId, fan.profileId, app.clock.now()],
  );
  await set('off');
  author = await joinProducer(app, `autora${(names += 1)}`);
  await author.call('POST /chats/automations', {
    body: { trigger: 'follow', message: 'depois', delayMinutes: 1 },
  });
  await follow(fan, author);
  await app.runJobs();
  await minute();
  expect(await received(fan)).toEqual(['depois']);
});
