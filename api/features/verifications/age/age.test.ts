// Age verification through the whole application: without a proof only titles and blurred previews
// are served.
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import {
  answeringVerifier,
  cookiesOf,
  refusedBrowser,
} from '../../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { partyOf } from '../../../testing/lives/party.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { joinAdmin, sendDocument, viewDocuments } from '../../../testing/producing.ts';
import { publish } from '../../../testing/publishing.ts';

let app: TestApp;
let creator: ApiClient;

beforeAll(async () => {
  app = await testApp({
    settings: {
      CAMARIM_COUNTRY: 'BR',
      TRUST_PROXY: 'loopback',
      GEO_COUNTRY_HEADER: 'x-country',
      GEO_STATE_HEADER: 'x-state',
    },
    verifiers: [answeringVerifier()],
  });
  creator = app.producer;
  await publish(app, creator, { text: 'um texto só para adultos', public: true });
});

const prove = async (person: ApiClient): Promise<Record<string, string>> =>
  cookiesOf(await person.ask('POST /publics/age', { body: { method: 'local' } }));
const feedOf = (person: ApiClient, headers: Record<string, string> = {}) =>
  person.call('GET /profiles/{domainname}/posts', { params: { domainname: 'iris' }, headers });
const see = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers });

describe('without a proof of age', () => {
  test('a post has no text and only a blurred preview, for every requester', async () => {
    for (const person of [app.visitor, app.fan]) {
      const [post] = await feedOf(person);
      expect(post).toMatchObject({ text: '', locked: { reason: 'age', images: 1 } });
      expect(post?.medias[0]).toMatchObject({
        url: null,
        mdThumb: null,
        lgThumb: null,
        preview: expect.stringContaining('/preview?'),
      });
      expect(JSON.stringify(await person.call('GET /publics/posts/featured'))).not.toContain(
        'só para adultos',
      );
    }
  });

  test('an image address from a proven reply serves the blurred image, marked no-store', async () => {
    const headers = await prove(app.visitor);
    const [post] = await feedOf(app.visitor, headers);
    const url = post?.medias[0]?.lgThumb ?? '';
    const [sharp, blurred] = [await see(url, headers), await see(url)];
    const preview = await see(post?.medias[0]?.preview ?? '');
    expect([sharp.statusCode, blurred.statusCode]).toEqual([200, 200]);
    expect(blurred.rawPayload.equals(sharp.rawPayload)).toBe(false);
    expect(blurred.rawPayload.equals(preview.rawPayload)).toBe(true);
    expect(blurred.headers['cache-control']).toBe('no-store');
    // So that a client that caches images recognises the substitution.
    expect(blurred.headers['content-location']).toBe(String(url).replace(/[^/]+$/, 'preview'));
    expect(sharp.headers['content-location']).toBeUndefined();
    expect(sharp.headers['cache-control']).toMatch(/^private/);
  });

  test('the list of comments is refused', async () => {
    const [post] = await feedOf(app.visitor);
    expect(
      (await app.visitor.ask('GET /comments', { query: { filter: `post_id:eq:${post?.id}` } }))
        .reply.code,
    ).toBe('age.proofRequired');
  });

  test('entering a show, its media, its room and a call are refused, and asked for no proof with one', async () => {
    const person = await app.join('plateia');
    const id = await partyOf(app, creator);
    const attempts = (headers: Record<string, string>) =>
      Promise.all([
        person.ask('GET /lives/{id}/entry', { params: { id }, query: {}, headers }),
        person.ask('POST /lives/accept/{id}', {
          params: { id },
          body: { price: centavos(0) },
          idempotencyKey: newId(),
          headers,
        }),
        person.ask('POST /lives/{id}/hls', { params: { id }, headers }),
        person.ask('GET /lives/{id}/room', { params: { id }, headers }),
        person.ask('GET /lives/{id}/messages', { params: { id }, query: {}, headers }),
        person.ask('GET /lives/{id}/online-users', { params: { id }, query: {}, headers }),
        person.ask('POST /lives/call/{producerId}', {
          params: { producerId: creator.profileId },
          body: { type: '3' },
          headers,
        }),
      ]);
    const refusals = (await attempts({})).map(({ reply }) => reply.code);
    expect(refusals).toEqual(Array(refusals.length).fill('age.proofRequired'));
    for (const { reply } of await attempts(await prove(person)))
      expect(reply.code).not.toBe('age.proofRequired');
  });

  test('writing, answering and liking comments is refused, and allowed with a proof', async () => {
    const person = await app.join('celina');
    const postId = (await feedOf(app.visitor))[0]?.id as PostId;
    const { id } = await creator.call('POST /comments', { body: { postId, text: 'Oi' } });
    const tries = (headers: Record<string, string>) =>
      Promise.all([
        person.ask('POST /comments', { body: { postId, text: 'Que linda!' }, headers }),
        person.ask('POST /comments', { body: { postId, text: 'Oi!', replyTo: id }, headers }),
        person.ask('POST /comments/{id}/like', { params: { id }, headers }),
        person.ask('GET /comments/{id}/replies', { params: { id }, headers }),
      ]);
    expect((await tries({})).map(({ reply }) => reply.code)).toEqual(
      Array(4).fill('age.proofRequired'),
    );
    expect((await tries(await prove(person))).map(({ status }) => status)).toEqual([
      200, 200, 200, 200,
    ]);
    // Deleting the own comment is allowed without a proof.
    const { rows } = await app.ctx.pool.query(
      `SELECT id FROM comments WHERE author_id = $1 LIMIT 1`,
      [person.profileId],
    );
    expect((await person.ask('DELETE /comments/{id}', { params: { id: rows[0].id } })).status).toBe(
      200,
    );
  });

  test('a producer’s own posts stay readable', async () => {
    const [post] = await feedOf(creator);
    expect(post).toMatchObject({ text: 'um texto só para adultos', locked: null });
  });
});

describe('a proof of age', () => {
  test('a proof of age gives access to text and images, and expires after 12 hours', async () => {
    const headers = await prove(app.visitor);
    expect((await feedOf(app.visitor, headers))[0]).toMatchObject({
      text: 'um texto só para adultos',
      locked: null,
    });
    app.clock.advance(12 * HOUR_MS + 1_000);
    expect((await feedOf(app.visitor, headers))[0]).toMatchObject({ locked: { reason: 'age' } });
  });

  test('a proof of age of a visitor stays valid after registration and log-in in the same browser', async () => {
    const headers = await prove(app.visitor);
    expect((await feedOf(await app.join('clarice'), headers))[0]?.locked).toBeNull();
  });

  test('a proof of age has a random subject, and is in no body and in no header but its cookie', async () => {
    const member = await app.join('antonia');
    const tokens: string[] = [];
    for (const person of [app.visitor, app.visitor, member, member]) {
      const answer = await person.ask('POST /publics/age', { body: { method: 'local' } });
      const token = cookiesOf(answer)['cookie']?.replace(/^age=/, '') ?? '';
      tokens.push(token);
      const { 'set-cookie': _, ...headers } = answer.headers;
      for (const part of token.split('.').filter((piece) => piece.length > 20))
        expect(JSON.stringify([answer.reply, headers])).not.toContain(part);
      expect(token).not.toContain(member.profileId);
      const { sessionId } = JSON.parse(
        Buffer.from(member.token?.split('.')[1] ?? '', 'base64url').toString(),
      ) as { sessionId?: string };
      expect(token).not.toContain(sessionId ?? member.profileId);
    }
    expect(new Set(tokens.map((token) => token.split('.')[0])).size).toBe(4);
    expect(tokens[0]).toMatch(/^[\w-]{22}\.local\./);
  });

  test('a proof of age that is sent in a header or a body gives no access', async () => {
    const token = (await prove(app.visitor))['cookie']?.replace(/^age=/, '') ?? '';
    expect((await feedOf(app.visitor, { 'x-age-proof': token }))[0]?.locked?.reason).toBe('age');
    expect((await feedOf(app.visitor, { authorization: token }))[0]?.locked?.reason).toBe('age');
  });

  test('a proof of age that is used from many addresses is revoked, and a new one of the browser is valid', async () => {
    const published = await prove(app.visitor);
    const stateFrom = async (remoteAddress: string, headers: Record<string, string>) =>
      (await app.server.inject({ url: '/api/publics/age', remoteAddress, headers })).json().data
        .proven as boolean;
    const seen = [];
    for (let index = 0; index < 20; index += 1)
      seen.push(await stateFrom(`198.51.${index}.7`, published));
    expect(seen.filter(Boolean)).toHaveLength(12);
    expect(await stateFrom('198.51.0.7', published)).toBe(false);
    expect(await stateFrom('198.51.0.7', await prove(app.visitor))).toBe(true);
  });

  test('a proof of age is in an HttpOnly cookie, which logging out clears', async () => {
    const person = await app.join('dirce');
    const { headers } = await person.ask('POST /publics/age', { body: { method: 'local' } });
    expect(String(headers['set-cookie'])).toMatch(/^age=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const left = await person.ask('POST /auth/logout');
    expect(JSON.stringify(left.headers['set-cookie'])).toMatch(/age=;/);
  });

  test('a proof of age that is forged or modified gives no access', async () => {
    const { cookie: token = '' } = await prove(app.visitor);
    for (const forged of [
      'age=AAAAAAAAAAAAAAAAAAAAAA.local.0.9999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      token.replace(/\d{10}/, '9999999999'),
      `${token}x`,
    ]) {
      expect((await feedOf(app.visitor, { cookie: forged }))[0]?.locked?.reason).toBe('age');
    }
  });
});

describe('places', () => {
  test.each([
    ['BR', '', false],
    ['PT', '', true],
    ['US', 'TX', false],
    ['US', 'NY', true],
    ['nonsense', '', false],
  ])(
    'adult content in the place %s %s is open by declaration alone: %s',
    async (country, state, open) => {
      const headers = { 'x-country': country, 'x-state': state };
      expect(await app.visitor.call('GET /publics/age', { headers })).toEqual({
        requires: open ? 'declaration' : 'verified',
        proven: open,
        contestable: false,
        offers: open
          ? []
          : ['local', 'tester'].map((id) => expect.objectContaining({ id, kind: 'verification' })),
      });
      expect((await feedOf(app.visitor, headers))[0]?.locked === null).toBe(open);
    },
  );

  test('a place in headers is ignored without a trusted proxy', async () => {
    const direct = await testApp({
      settings: { CAMARIM_COUNTRY: 'BR', GEO_COUNTRY_HEADER: 'x-country' },
    });
    expect(
      (await direct.visitor.call('GET /publics/age', { headers: { 'x-country': 'PT' } })).proven,
    ).toBe(false);
  });
});

describe('contesting a refusal by document and selfie', () => {
  const ask = async (person: ApiClient, headers?: Record<string, string>) =>
    person.ask('POST /profiles/age', {
      body: {
        documentFrontKey: await sendDocument(app, person),
        selfieKey: await sendDocument(app, person),
      },
      headers: headers ?? (await refusedBrowser(person)),
    });
  const showDocument = (person: ApiClient) =>
    person.ask('POST /publics/age', { body: { method: 'document' } });

  test('age verification gives access after an administrator’s approval, and the documents are deleted', async () => {
    const [person, admin] = [await app.join('elza'), await joinAdmin(app, 'chefe')];
    expect((await showDocument(person)).reply.code).toBe('age.notProven');
    expect((await ask(person)).reply.data).toMatchObject({ stage: 'requested' });
    expect((await ask(person)).reply.code).toBe('age.alreadyAsked');
    const [waiting] = await admin.call('GET /dsb/age');
    const url = waiting?.documents[1]?.url ?? '';
    expect(
      (await see(url, { authorization: `Bearer ${admin.token}` })).headers['content-type'],
    ).toBe('image/jpeg');
    expect((await see(url, { authorization: `Bearer ${person.token}` })).statusCode).toBe(403);
    expect(
      (
        await admin.ask('POST /dsb/age/{id}', {
          params: { id: waiting?.id ?? '' },
          body: { verified: true },
        })
      ).reply.code,
    ).toBe('documents.notViewed');
    await viewDocuments(app, admin, waiting?.documents ?? []);
    await admin.call('POST /dsb/age/{id}', {
      params: { id: waiting?.id ?? '' },
      body: { verified: true },
    });
    expect(
      (
        await admin.ask('POST /dsb/age/{id}', {
          params: { id: waiting?.id ?? '' },
          body: { verified: true },
        })
      ).reply.code,
    ).toBe('age.alreadyDecided');
    expect(await app.ctx.blobs.head('private', `documents/age/${waiting?.id}/selfie`)).toBeNull();
    expect((await feedOf(person, cookiesOf(await showDocument(person))))[0]?.locked).toBeNull();
    const { rows } = await app.ctx.pool.query(
      'SELECT action FROM admin_log WHERE profile_id = $1 ORDER BY id',
      [person.profileId],
    );
    expect(rows.map((row) => (row as { action: string }).action)).toEqual([
      'age.viewed',
      'age.documentViewed',
      'age.documentViewed',
      'age.documentViewed',
      'age.verified',
    ]);
  });

  test('documents are taken only from a browser that was refused within a day', async () => {
    const person = await app.join('inacia');
    expect((await ask(person, {})).reply.code).toBe('age.notContestable');
    const refused = await refusedBrowser(person);
    const forged = { cookie: String(refused['cookie']).replace(/\d{10}/, '9999999999') };
    expect((await ask(person, forged)).reply.code).toBe('age.notContestable');
    expect(await person.call('GET /publics/age', { headers: refused })).toMatchObject({
      contestable: true,
    });
    app.clock.advance(DAY_MS);
    const later = await app.join('jandira');
    expect((await ask(later, refused)).reply.code).toBe('age.notContestable');
    expect((await ask(later)).status).toBe(200);
  });

  test('age verification leaves no documents when the process dies before it deletes them', async () => {
    const [person, admin] = [await app.join('gilda'), await joinAdmin(app, 'chefe4')];
    await ask(person);
    const waiting = (await admin.call('GET /dsb/age')).find(
      ({ profile }) => profile.id === person.profileId,
    );
    const { blobs } = app.ctx;
    const remove = blobs.delete;
    blobs.delete = () => Promise.reject(new Error('the process died'));
    const { status } = await admin.ask('POST /dsb/age/{id}', {
      params: { id: waiting?.id ?? '' },
      body: { verified: false, reason: 'documento ilegível' },
    });
    blobs.delete = remove;
    expect(status).toBe(500);
    expect(await blobs.head('private', `documents/age/${waiting?.id}/selfie`)).not.toBeNull();
    await app.runJobs();
    expect(await blobs.head('private', `documents/age/${waiting?.id}/selfie`)).toBeNull();
    expect(await person.call('GET /profiles/age')).toMatchObject({ stage: 'refused' });
  });

  test('age verification is rejected with a reason, and can be requested again', async () => {
    const [person, admin] = [await app.join('flora'), await joinAdmin(app, 'chefe2')];
    await ask(person);
    const waiting = (await admin.call('GET /dsb/age')).find(
      ({ profile }) => profile.id === person.profileId,
    );
    const decide = (reason: string) =>
      admin.ask('POST /dsb/age/{id}', {
        params: { id: waiting?.id ?? '' },
        body: { verified: false, reason },
      });
    expect((await decide('')).reply.fields?.['reason']?.code).toBe('validate.required');
    expect((await decide('documento ilegível')).status).toBe(200);
    expect(await person.call('GET /profiles/age')).toMatchObject({
      stage: 'refused',
      reason: 'documento ilegível',
    });
    expect((await showDocument(person)).reply.code).toBe('age.notProven');
    expect((await ask(person)).status).toBe(200);
  });
});

describe('the age rules', () => {
  test('new age rules are an audited version that ends older proofs, and one of two changes at once wins', async () => {
    const admin = await joinAdmin(app, 'chefe3');
    const headers = await prove(app.visitor);
    const { version, rules } = await admin.call('GET /dsb/age-settings');
    const change = (reason: string) =>
      admin.ask('PUT /dsb/age-settings', {
        body: { version, rules: rules.map((rule) => ({ ...rule, proofSeconds: 3_600 })), reason },
      });
    const answers = await Promise.all([change('more often'), change('more often too')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // At once for who changed them, though the gate reads its rules every few seconds.
    const now = await admin.call('GET /dsb/age-settings');
    expect([now.version, now.rules[0]?.proofSeconds]).toEqual([version + 1, 3_600]);
    app.clock.advance(5_000);
    expect((await feedOf(app.visitor, headers))[0]?.locked?.reason).toBe('age');
    expect((await feedOf(app.visitor, await prove(app.visitor)))[0]?.locked).toBeNull();
    const after = await admin.call('GET /dsb/age-settings');
    expect(after).toMatchObject({
      version: version + 1,
      history: [{ version: version + 1, changedBy: { domainName: 'chefe3' } }],
    });
    await expect(app.ctx.pool.query('UPDATE age_settings SET reason = $1', ['x'])).rejects.toThrow(
      /written once/,
    );
  });
});
