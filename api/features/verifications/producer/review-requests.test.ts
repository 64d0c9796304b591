// The review of producer requests through the whole application: what administrators see,
// decisions, second persons and approval tokens.
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { testApp } from '../../../testing/app.ts';
import {
  cpfOf,
  joinAdmin,
  producerRequests,
  stepUp,
  viewDocuments,
  viewRequestOf,
} from '../../../testing/producing.ts';

const app = await testApp();
const { newPerson, ask, asked, emails, activeAdmin } = producerRequests(app);
let admin = await joinAdmin(app, 'rosa');

beforeEach(async () => {
  admin = await activeAdmin(admin);
});

const tokenIn = (text: string): string => /\/dsb\/producer\/([\w-]+)/.exec(text)?.[1] ?? '';
const id = (person: ApiClient) => person.profileId;
/** Audited decisions, without views. */
const decisions = async (person: ApiClient) =>
  (await log(person)).filter((action) => !action.endsWith('iewed'));
const log = async (person: ApiClient) =>
  (
    await app.ctx.pool.query('SELECT action FROM admin_log WHERE profile_id = $1 ORDER BY id', [
      person.profileId,
    ])
  ).rows.map((row) => (row as { action: string }).action);

describe('an administrator who reviews producer requests', () => {
  test('the queue of producer requests has keyset pages, oldest or newest first', async () => {
    const people: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const person = await newPerson();
      await asked(person);
      people.push(person.domainName);
      app.clock.advance(60_000);
    }
    admin = await activeAdmin(admin);
    const page = (sort: 'oldest' | 'newest', cursor?: string) =>
      admin.ask('GET /dsb/producer', {
        query: { sort, limit: '1', ...(cursor && { cursor }) },
      });
    const first = await page('newest');
    expect(first.reply.data).toMatchObject([{ profile: { domainName: people[2] } }]);
    const second = await page('newest', first.reply.cursor ?? '');
    expect(second.reply.data).toMatchObject([{ profile: { domainName: people[1] } }]);
    for (const wrong of [`9999999999999999.${admin.profileId}`, `1.${'-'.repeat(36)}`])
      expect((await page('newest', wrong)).status).toBe(400);
    const all = await admin.call('GET /dsb/producer', { query: { limit: '100' } });
    const names = all.map(({ profile }) => profile.domainName);
    expect(names.filter((name) => people.includes(name))).toEqual(people);
  });

  test('the lists of approved and of suspended producers are apart, each found by name', async () => {
    const [selling, stopped] = [await newPerson(), await newPerson()];
    const decide = (person: ApiClient, decision: 'approve' | 'suspend') =>
      admin.call('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision, reason: 'denúncia em análise' },
      });
    for (const person of [selling, stopped]) {
      await asked(person);
      await viewRequestOf(app, admin, person);
      await decide(person, 'approve');
    }
    await decide(stopped, 'suspend');
    const namesIn = async (stage: 'requested' | 'approved' | 'suspended', search?: string) =>
      (
        await admin.call('GET /dsb/producer', {
          query: { stage, limit: '100', ...(search && { search }) },
        })
      ).map(({ profile, stage: now, request }) => [profile.domainName, now, request]);
    const approved = (await namesIn('approved')).map(([name]) => name);
    expect(approved).toContain(selling.domainName);
    expect(approved).not.toContain(stopped.domainName);
    const entry = [stopped.domainName, 'suspended', 'approved'];
    expect(await namesIn('suspended')).toContainEqual(entry);
    expect(await namesIn('suspended', stopped.domainName)).toEqual([entry]);
    expect(await namesIn('suspended', selling.domainName)).toEqual([]);
  });

  test('a reviewer of producer requests sees the queue without personal data, and views are audited', async () => {
    const person = await newPerson();
    await asked(person, { fullName: 'Olívia Prata' });
    const queue = await admin.call('GET /dsb/producer', {
      query: { search: person.domainName, limit: '5' },
    });
    expect(queue).toMatchObject([
      { profile: { domainName: person.domainName }, stage: 'requested', request: 'requested' },
    ]);
    expect(JSON.stringify(queue)).not.toContain('Olívia');
    const request = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    expect(request.person).toMatchObject({
      fullName: 'Olívia Prata',
      city: 'São Paulo',
      stateCode: 'SP',
      zip: '01310930',
      celphone: '11987654321',
    });
    expect(request.documents.map(({ kind }) => kind)).toEqual([
      'documentFront',
      'documentBack',
      'selfie',
    ]);
    const headers = { authorization: `Bearer ${admin.token}` };
    const shown = await app.server.inject({ url: request.documents[2]?.url ?? '', headers });
    expect([
      shown.statusCode,
      shown.headers['content-type'],
      shown.headers['cache-control'],
    ]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await log(person)).toEqual(['producer.viewed', 'producer.documentViewed']);
  });

  test('a reviewer of producer requests sees a document only by their own, unmodified and unexpired address', async () => {
    const person = await newPerson();
    await asked(person);
    const { documents } = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    const url = documents[0]?.url ?? '';
    const status = async (address: string, viewer: ApiClient | null) =>
      (
        await app.server.inject({
          url: address,
          headers: viewer ? { authorization: `Bearer ${viewer.token}` } : {},
        })
      ).statusCode;
    const other = await joinAdmin(app, 'teresa');
    expect(await status(url, admin)).toBe(200);
    expect(await status(url, other)).toBe(403);
    expect(await status(url, person)).toBe(403);
    expect(await status(url, null)).toBe(403);
    expect(await status(url.replace('documentFront', 'selfie'), admin)).toBe(403);
    expect(await status(url.replace(/e=\d+/, 'e=99999999999'), admin)).toBe(403);
    expect(
      await status(
        url.replace(/s=./, (start) => (start === 's=A' ? 's=B' : 's=A')),
        admin,
      ),
    ).toBe(403);
    app.clock.advance(301_000);
    expect(await status(url, admin)).toBe(403);
  });

  test('a reviewer of producer requests approves a person, who gets an email and can publish within seconds', async () => {
    const person = await newPerson();
    await asked(person);
    await viewRequestOf(app, admin, person);
    expect(
      await admin.call('POST /profiles/approve-producer', { body: { producerId: id(person) } }),
    ).toEqual({ producerId: person.profileId, stage: 'approved' });
    app.clock.advance(5_000);
    expect((await person.call('GET /auth')).profile).toMatchObject({
      producer: true,
      producerStage: 'approved',
    });
    expect((await person.call('GET /profiles/producer')).contestable).toBeNull();
    expect(await emails()).toContainEqual(
      expect.objectContaining({
        to: `${person.domainName}@example.com`,
        subject: 'Seu pedido foi aprovado',
      }),
    );
    expect(await decisions(person)).toEqual(['producer.approved']);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
  });

  test('a reviewer of producer requests rejects only with a reason, and the person can send a new one', async () => {
    const person = await newPerson();
    const document = cpfOf(555_001);
    await asked(person, { document });
    const reject = (reason: string) =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision: 'reject', reason },
      });
    expect((await reject('  ')).reply.fields?.['reason']?.code).toBe('validate.required');
    expect((await reject('a selfie está escura')).status).toBe(200);
    expect(await person.call('GET /profiles/producer')).toMatchObject({
      stage: 'rejected',
      reason: 'a selfie está escura',
      mayAsk: true,
    });
    expect(
      (await emails()).some(
        ({ to, text }) =>
          to === `${person.domainName}@example.com` && text.includes('a selfie está escura'),
      ),
    ).toBe(true);
    expect((await ask(person, { document })).status).toBe(200);
    expect((await reject('de novo')).status).toBe(200);
  });

  test('a reviewer of producer requests suspends an approved producer and approves them again', async () => {
    const person = await newPerson();
    await asked(person);
    const decide = (decision: 'approve' | 'suspend' | 'reject') =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision, reason: 'denúncia em análise' },
      });
    expect((await decide('suspend')).reply.code).toBe('producer.alreadyDecided');
    await viewRequestOf(app, admin, person);
    await decide('approve');
    expect((await decide('reject')).reply.code).toBe('producer.alreadyDecided');
    expect((await decide('suspend')).reply.data).toMatchObject({ stage: 'suspended' });
    const own = await person.call('GET /profiles/producer');
    expect(own).toMatchObject({ stage: 'suspended', reason: 'denúncia em análise', mayAsk: false });
    // What the person contests in Help is the suspension.
    const appeal = await person.ask('POST /profiles/help', {
      body: { message: 'Não concordo.', decision: own.contestable ?? '' },
    });
    expect([appeal.status, appeal.reply.data?.appeal]).toEqual([
      200,
      expect.objectContaining({ reason: 'denúncia em análise', by: 'owner', outcome: null }),
    ]);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
    expect((await decide('approve')).reply.data).toMatchObject({ stage: 'approved' });
    expect(await decisions(person)).toEqual([
      'producer.approved',
      'producer.suspended',
      'producer.approved',
    ]);
  });

  test('a reviewer of producer requests gets a refusal when another decides at the same time', async () => {
    const person = await newPerson();
    await asked(person);
    const decide = (decision: 'approve' | 'reject') =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision, reason: 'x' },
      });
    await viewRequestOf(app, admin, person);
    const answers = await Promise.all([decide('approve'), decide('reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await decisions(person)).toHaveLength(1);
  });
});

describe('an approval of a producer', () => {
  const approve = (who: ApiClient, person: ApiClient, reason = '') =>
    who.ask('POST /profiles/approve-producer', {
      body: { producerId: id(person), decision: 'approve', reason },
    });

  test('an approval of a producer requires that this administrator has opened all three documents', async () => {
    const person = await newPerson();
    await asked(person);
    expect((await approve(admin, person)).reply.code).toBe('documents.notViewed');
    const { documents } = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    expect(documents).toHaveLength(3);
    const other = await joinAdmin(app, 'outra');
    await viewRequestOf(app, other, person);
    await viewDocuments(app, admin, documents.slice(0, 2));
    expect((await approve(admin, person)).reply.code).toBe('documents.notViewed');
    await viewDocuments(app, admin, documents.slice(2));
    expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'approved' });
  });

  test('an approval of a producer is refused for the administrator’s own request', async () => {
    const person = await joinAdmin(app, 'propria');
    await asked(person);
    await viewRequestOf(app, person, person);
    expect((await approve(person, person)).reply.code).toBe('decision.own');
    expect(await person.call('GET /profiles/producer')).toMatchObject({ stage: 'requested' });
  });

  test('an approval of a producer requires a step-up of the administrator', async () => {
    const [person, chief] = [await newPerson(), await joinAdmin(app, 'chefia')];
    await asked(person);
    await viewRequestOf(app, chief, person);
    app.clock.advance(10 * MINUTE_MS);
    expect((await approve(chief, person)).reply.code).toBe('stepUp.required');
    await stepUp(app, chief);
    expect((await approve(chief, person)).status).toBe(200);
  });

  test('approving a producer needs two administrators where the installation requires it', async () => {
    (app.ctx.config as { adminSecondPerson: boolean }).adminSecondPerson = true;
    const [person, second] = [await newPerson(), await joinAdmin(app, 'segunda')];
    await asked(person);
    for (const one of [admin, second]) await viewRequestOf(app, one, person);
    const approvalOf = async (one: ApiClient) =>
      (await one.call('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }))
        .approval;
    expect(await approvalOf(admin)).toBe('none');
    for (let time = 0; time < 2; time += 1)
      expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'requested' });
    expect([await approvalOf(admin), await approvalOf(second)]).toEqual(['mine', 'other']);
    expect((await approve(second, person)).reply.data).toMatchObject({ stage: 'approved' });
    expect(
      (
        await second.ask('POST /profiles/approve-producer', {
          body: { producerId: id(person), decision: 'suspend', reason: 'denúncia' },
        })
      ).reply.data,
    ).toMatchObject({ stage: 'suspended' });
    // What was agreed to before the suspension is decided.
    expect(await approvalOf(admin)).toBe('none');
    expect((await approve(second, person)).reply.data).toMatchObject({ stage: 'suspended' });
    expect([await approvalOf(second), await approvalOf(admin)]).toEqual(['mine', 'other']);
    expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'approved' });
    (app.ctx.config as { adminSecondPerson: boolean }).adminSecondPerson = false;
    expect(await decisions(person)).toEqual([
      'producer.agreed',
      'producer.approved',
      'producer.suspended',
      'producer.agreed',
      'producer.approved',
    ]);
  });
});

describe('the approval token', () => {
  test('the approval token shows the request to administrators only, and decides it once', async () => {
    const person = await newPerson();
    await asked(person);
    const token = tokenIn(
      (await emails()).find(({ to }) => to.startsWith('lara') || to.startsWith('rosa'))?.text ?? '',
    );
    expect(token.length).toBeGreaterThan(40);
    const params = { approveToken: token };
    expect(
      (await person.ask('GET /profiles/get-approve/{approveToken}', { params })).reply.code,
    ).toBe('auth.adminsOnly');
    expect((await person.ask('POST /profiles/approve-producer', { body: params })).reply.code).toBe(
      'auth.adminsOnly',
    );
    const shown = await admin.call('GET /profiles/get-approve/{approveToken}', { params });
    expect(shown).toMatchObject({ profile: { domainName: person.domainName } });
    await viewDocuments(app, admin, shown.documents);
    expect(
      (await admin.ask('POST /profiles/approve-producer', { body: params })).reply.data,
    ).toMatchObject({ stage: 'approved' });
    expect(
      (await admin.ask('POST /profiles/approve-producer', { body: params })).reply,
    ).toMatchObject({ code: 'token.invalid' });
    expect(
      (await admin.ask('GET /profiles/get-approve/{approveToken}', { params })).reply.code,
    ).toBe('token.invalid');
  });

  test('the approval token expires after 7 days, and is stored as a hash', async () => {
    const person = await newPerson();
    await asked(person);
    const token = tokenIn(
      (await emails()).find(({ text }) => text.includes('/dsb/producer/'))?.text ?? '',
    );
    const { rows } = await app.ctx.pool.query('SELECT r::text FROM producer_requests r');
    expect(JSON.stringify(rows)).not.toContain(token);
    app.clock.advance(7 * DAY_MS + 1_000);
    const reviewer = await joinAdmin(app, 'vera');
    expect(
      (
        await reviewer.ask('GET /profiles/get-approve/{approveToken}', {
          params: { approveToken: token },
        })
      ).reply.code,
    ).toBe('token.invalid');
    expect(
      (await reviewer.ask('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }))
        .status,
    ).toBe(200);
  });
});

describe('members without a role', () => {
  test.each(['GET /dsb/producer', 'GET /dsb/producer/{producerId}'] as const)(
    'members without a role are refused at %s',
    async (route) => {
      for (const person of [app.stranger, app.producer]) {
        const again = await app.join(person.domainName);
        expect(
          (await again.ask(route, { params: { producerId: app.producer.profileId } })).reply.code,
        ).toBe('auth.adminsOnly');
      }
    },
  );
});
