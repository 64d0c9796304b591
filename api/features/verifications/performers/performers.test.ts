// A performer through the whole application: consent, review, declaration in posts, and withdrawal,
// which hides posts from fans and buyers at once.
import { randomUUID } from 'node:crypto';
import { documentAddress } from '../documents/addresses.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONSENT_SCOPES } from '@camarim/contract/features/verifications/performers';
import { DAY_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../../api-client.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import {
  cpfOf,
  joinAdmin,
  sendDocument,
  stepUp,
  viewDocuments,
} from '../../../testing/producing.ts';
import { fill, joinProducer, open, post, publish } from '../../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let producer: ApiClient;
let people = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
  producer = await joinProducer(app, 'bastidora');
});

type Changes = Partial<
  Record<'stageName' | 'fullName' | 'document' | 'birthDate' | 'email', string>
>;
const record = async (keeper: ApiClient, changes: Changes = {}) => {
  people += 1;
  const documents = {
    documentFrontKey: await sendDocument(app, keeper),
    selfieKey: await sendDocument(app, keeper),
  };
  return keeper.ask('POST /performers', {
    body: {
      stageName: 'Duda Luz',
      fullName: 'Eduarda Luz Moreira',
      document: cpfOf(40_000 + people * 31),
      birthDate: '1995-05-05',
      email: `duda${people}@example.com`,
      ...documents,
      ...changes,
    },
  });
};
const emails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(200)) ?? []).filter((email) => email.to === to);
};
const tokenFor = async (to: string): Promise<string> =>
  (await emails(to))
    .map(({ text }) => /performer#([\w-]+)/.exec(text)?.[1])
    .find((token) => token !== undefined) ?? '';
const answer = (token: string, said: 'consent' | 'refuse' | 'withdraw') =>
  app.visitor.ask('POST /publics/performers/answer', {
    body: { token, answer: said, scopes: said === 'consent' ? [...CONSENT_SCOPES] : [] },
  });
const decide = async (id: string, decision: 'approve' | 'reject' | 'revoke', reason = '') => {
  await stepUp(app, admin);
  const ask = () =>
    admin.ask('POST /dsb/performers/{id}', {
      params: { id: id },
      body: { decision, reason },
    });
  const first = await ask();
  if (first.reply.code !== 'documents.notViewed') return first;
  const addressOf = async (name: 'documentFront' | 'selfie') => ({
    url: await documentAddress(
      app.ctx,
      { holder: { group: 'performer', id }, name, ownerId: producer.profileId },
      admin.profileId,
    ),
  });
  await viewDocuments(app, admin, [await addressOf('documentFront'), await addressOf('selfie')]);
  return ask();
};
const listed = async (id: string) =>
  (await producer.call('GET /performers')).find((one) => one.id === id);

/** A performer who consented and was approved. */
const ready = async () => {
  const { reply } = await record(producer);
  const email = `duda${people}@example.com`;
  await answer(await tokenFor(email), 'consent');
  await decide(reply.data.id, 'approve');
  return { id: reply.data.id, email };
};
const publishWith = (id: string, terms: object = {}) =>
  publish(app, producer, { seed: (people += 1), ...terms, performerIds: [id] });

describe('a performer', () => {
  test('a performer gets an email with a link that shows who asks for consent, and for what', async () => {
    const { reply } = await record(producer);
    const email = `duda${people}@example.com`;
    expect(reply.data).toMatchObject({
      stageName: 'Duda Luz',
      consent: 'asked',
      review: 'waiting',
      mayBeTagged: false,
      posts: 0,
    });
    const token = await tokenFor(email);
    const seen = await app.visitor.call('POST /publics/performers/view', { body: { token } });
    expect(seen).toMatchObject({
      producer: { domainName: 'bastidora' },
      stageName: 'Duda Luz',
      consent: 'asked',
      can: ['consent', 'refuse'],
    });
    expect(JSON.stringify([reply, seen])).not.toMatch(/Eduarda|1995-05-05|@example/);
    const { rows } = await app.ctx.pool.query('SELECT p::text AS row FROM performers p');
    expect(JSON.stringify(rows) + app.lines.join('\n')).not.toMatch(
      new RegExp(`Eduarda|1995-05-05|${email}|${token}`),
    );
  });

  test('a performer is refused by field: under 18, invalid CPF, the producer’s email, or registered already', async () => {
    const fieldOf = async (changes: Changes) =>
      Object.entries((await record(producer, changes)).reply.fields ?? {}).map(
        ([name, { code }]) => `${name} ${code}`,
      );
    expect(await fieldOf({ birthDate: '2015-01-01' })).toEqual(['birthDate validate.adultOnly']);
    expect(await fieldOf({ document: '11111111111' })).toEqual(['document validate.invalid']);
    expect(await fieldOf({ email: 'bastidora@example.com' })).toEqual(['email validate.invalid']);
    const document = cpfOf(77_123);
    expect(await fieldOf({ document })).toEqual([]);
    expect(await fieldOf({ document })).toEqual(['document validate.taken']);
  });

  test('a performer is reviewed only after consent, and each view is audited', async () => {
    const { reply } = await record(producer);
    const { id } = reply.data;
    expect((await decide(id, 'approve')).reply.code).toBe('performer.alreadyDecided');
    expect(
      (await admin.call('GET /dsb/performers', { query: {} })).map((one) => one.id),
    ).not.toContain(id);
    await answer(await tokenFor(`duda${people}@example.com`), 'consent');
    const [waiting] = (await admin.call('GET /dsb/performers', { query: {} })).filter(
      (one) => one.id === id,
    );
    expect(waiting).toMatchObject({
      person: { fullName: 'Eduarda Luz Moreira', birthDate: '1995-05-05' },
      can: ['approve', 'reject'],
    });
    const url = waiting?.documents[0]?.url;
    expect([
      (await open(app, admin, url)).statusCode,
      (await open(app, producer, url)).statusCode,
    ]).toEqual([200, 403]);
    expect((await decide(id, 'reject')).reply.fields).toMatchObject({
      reason: { code: 'validate.required' },
    });
    await decide(id, 'reject', 'documento ilegível');
    expect(await listed(id)).toMatchObject({
      review: 'rejected',
      reason: 'documento ilegível',
      mayBeTagged: false,
    });
    await app.runJobs();
    expect((await open(app, admin, url)).statusCode).toBe(404);
    const { rows } = await app.ctx.pool.query(
      'SELECT action FROM admin_log WHERE subject_id LIKE $1 ORDER BY id',
      [`${id}%`],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'performer.viewed',
      'performer.documentViewed',
      'performer.rejected',
    ]);
  });

  test('a performer who refuses has no data stored, and their link works once', async () => {
    const { reply } = await record(producer);
    const email = `duda${people}@example.com`;
    const token = await tokenFor(email);
    expect((await answer(token, 'withdraw')).reply.code).toBe('performer.alreadyAnswered');
    expect((await answer(token, 'refuse')).reply.data).toEqual({ consent: 'refused', posts: 0 });
    expect((await answer(token, 'consent')).reply.code).toBe('token.invalid');
    const { rows } = await app.ctx.pool.query('SELECT sealed FROM performers WHERE id = $1', [
      reply.data.id,
    ]);
    expect(rows).toEqual([{ sealed: null }]);
    expect((await emails('bastidora@example.com'))[0]?.subject).toBe('Duda Luz recusou');
  });
});

describe('declaring performers of a post', () => {
  test('declaring performers accepts approved ones, hides who they are, and stores each declaration', async () => {
    const { id } = await ready();
    const { id: postId } = await publishWith(id, { text: 'em dupla' });
    const [detail] = [await producer.call('GET /posts/{id}/detail', { params: { id: postId } })];
    expect(detail.performers).toEqual([{ id, stageName: 'Duda Luz' }]);
    const seen = await app.fan.call('GET /posts/{id}', { params: { id: postId } });
    expect(JSON.stringify(seen)).not.toContain('Duda');
    expect(
      (
        await producer.ask('PUT /posts/{id}', {
          params: { id: postId },
          body: { performerIds: [] },
        })
      ).reply.fields,
    ).toMatchObject({ performerIds: { code: 'performer.declared' } });
    const other = await ready();
    await producer.call('PUT /posts/{id}', {
      params: { id: postId },
      body: { performerIds: [id, other.id] },
    });
    const { rows } = await app.ctx.pool.query(
      'SELECT cardinality(performer_ids) AS people, declared_by FROM post_declarations WHERE post_id = $1 ORDER BY declared_at, id',
      [postId],
    );
    expect(rows).toEqual([
      { people: 1, declared_by: producer.profileId },
      { people: 2, declared_by: producer.profileId },
    ]);
    expect((await producer.ask('DELETE /performers/{id}', { params: { id } })).reply.code).toBe(
      'performer.inPosts',
    );
  });

  test('declaring performers of a post can be repeated until the post is published', async () => {
    const { id } = await ready();
    const draft = await publishWith(id, { text: 'ainda não', draft: true });
    await producer.call('PUT /posts/{id}', {
      params: { id: draft.id },
      body: { performerIds: [] },
    });
    expect(
      (await producer.call('GET /posts/{id}/detail', { params: { id: draft.id } })).performers,
    ).toEqual([]);
  });

  test('declaring performers refuses foreign, unanswered, unreviewed and withdrawn ones by field', async () => {
    const other = await joinProducer(app, 'alheia');
    const foreign = (await ready()).id;
    const asked = (await record(producer)).reply.data.id;
    const unchecked = (await record(producer)).reply.data.id;
    await answer(await tokenFor(`duda${people}@example.com`), 'consent');
    const gone = await ready();
    await answer(await tokenFor(gone.email), 'withdraw');
    const outcome = async (person: ApiClient, id: string) => {
      const { status, reply } = await post(app, person, [], {
        text: 'oi',
        performerIds: [id],
      });
      return [status, reply.fields?.['performerIds']?.code];
    };
    expect(await outcome(other, foreign)).toEqual([400, 'performer.notReady']);
    for (const id of [asked, unchecked, gone.id, '00000000-0000-7000-8000-000000000000'])
      expect(await outcome(producer, id)).toEqual([400, 'performer.notReady']);
    // The guard's control: the same call with a performer who can be declared.
    expect(await outcome(producer, foreign)).toEqual([200, undefined]);
  });
});

describe('a performer who withdraws consent', () => {
  test('withdrawn consent hides all posts of the performer at once from all but the owner, including buyers', async () => {
    const { id, email } = await ready();
    const free = await publishWith(id, { text: 'em dupla, de graça' });
    const sold = await publishWith(id, { text: 'em dupla, à venda', price: 1_990 });
    const alone = await publish(app, producer, { seed: (people += 1), text: 'sozinha' });
    await fill(app, app.fan, 5_000);
    await app.fan.call('POST /posts/{id}/purchase', {
      params: { id: sold.id },
      body: { price: 1_990 },
      idempotencyKey: randomUUID(),
    });
    const bought = await app.fan.call('GET /posts/{id}', { params: { id: sold.id } });
    const address = bought.medias[0]?.url;
    const publicAddress = (await app.visitor.call('GET /posts/{id}', { params: { id: free.id } }))
      .medias[0]?.url;
    expect([
      (await open(app, app.fan, address)).statusCode,
      (await open(app, app.visitor, publicAddress)).statusCode,
    ]).toEqual([200, 200]);
    const before = (
      await app.visitor.call('GET /publics/profiles/{domainname}', {
        params: { domainname: 'bastidora' },
      })
    ).totalPosts;

    expect((await answer(await tokenFor(email), 'withdraw')).reply.data).toEqual({
      consent: 'withdrawn',
      posts: 2,
    });
    app.clock.advance(30_000);
    for (const one of [free, sold]) {
      expect((await app.fan.ask('GET /posts/{id}', { params: { id: one.id } })).reply.code).toBe(
        'post.notFound',
      );
      expect(await producer.call('GET /posts/{id}', { params: { id: one.id } })).toMatchObject({
        withheld: true,
        locked: null,
      });
      expect(
        (
          await app.fan.ask('POST /posts/{id}/purchase', {
            params: { id: one.id },
            body: { price: 1_990 },
            idempotencyKey: randomUUID(),
          })
        ).reply.code,
      ).toBe('post.notFound');
    }
    const statuses = await Promise.all([
      open(app, app.fan, address),
      open(app, app.visitor, publicAddress),
      open(app, app.fan, publicAddress),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode >= 400)).toEqual([true, true, true]);
    const feed = (
      await app.visitor.call('GET /profiles/{domainname}/posts', {
        params: { domainname: 'bastidora' },
        query: {},
      })
    ).map((one) => one.id);
    expect([feed.includes(free.id), feed.includes(alone.id)]).toEqual([false, true]);
    expect(
      Number(
        (
          await app.visitor.call('GET /publics/profiles/{domainname}', {
            params: { domainname: 'bastidora' },
          })
        ).totalPosts,
      ),
    ).toBe(Number(before) - 2);
    expect(
      (await emails('bastidora@example.com')).find(
        ({ subject }) => subject === 'Duda Luz retirou o consentimento',
      )?.text,
    ).toContain('Posts que saíram do ar: 2');

    // The post can't be shown again by a new declaration, and its media neither published again nor
    // shown elsewhere.
    expect(
      (
        await producer.ask('PUT /posts/{id}', {
          params: { id: free.id },
          body: { performerIds: [] },
        })
      ).reply.code,
    ).toBe('post.withheld');
    expect(
      (await producer.ask('POST /posts', { body: { medias: [{ id: free.mediaIds[0] as never }] } }))
        .reply.fields,
    ).toMatchObject({ medias: { code: 'media.withheld' } });
    const { rows } = await app.ctx.pool.query(
      'SELECT act, array_agg(scope ORDER BY place) AS scopes FROM consent_entries WHERE performer_id = $1 GROUP BY act ORDER BY act',
      [id],
    );
    expect(rows).toEqual([
      { act: 'grant', scopes: [...CONSENT_SCOPES] },
      { act: 'withdrawal', scopes: [...CONSENT_SCOPES] },
    ]);
  });

  test('a revoked approval hides posts, and a new one shows them unless another performer withdrew', async () => {
    const [one, other] = [await ready(), await ready()];
    const single = await publishWith(one.id, { text: 'com uma' });
    const both = await publish(app, producer, {
      seed: (people += 1),
      text: 'com as duas',
      performerIds: [one.id, other.id],
    });
    expect((await decide(one.id, 'revoke', 'denúncia')).reply.data).toEqual({
      review: 'revoked',
      posts: 2,
    });
    await answer(await tokenFor(other.email), 'withdraw');
    const codeOf = async (id: string) =>
      (await app.fan.ask('GET /posts/{id}', { params: { id: id } })).reply.code;
    expect([await codeOf(single.id), await codeOf(both.id)]).toEqual([
      'post.notFound',
      'post.notFound',
    ]);
    await decide(one.id, 'approve');
    expect([await codeOf(single.id), await codeOf(both.id)]).toEqual([undefined, 'post.notFound']);
  });
});

// The last test, because the sessions expire within the month.
test('a performer who is asked again gets a new link, and the first one is refused', async () => {
  const { reply } = await record(producer);
  const email = `duda${people}@example.com`;
  const first = await tokenFor(email);
  await producer.call('POST /performers/{id}/ask', { params: { id: reply.data.id } });
  expect((await answer(first, 'consent')).reply.code).toBe('token.invalid');
  app.clock.advance(31 * DAY_MS);
  expect((await answer(await tokenFor(email), 'consent')).reply.code).toBe('token.invalid');
});
